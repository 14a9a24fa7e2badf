import java.io.IOException;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Words between spaces, of any length, as they are. */
final class SpaceTokenizer extends Tokenizer {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final char[] buffer = new char[8192];
  private int next = 0;
  private int end = 0;

  @Override
  public boolean incrementToken() throws IOException {
    clearAttributes();
    char[] word = term.buffer();
    int length = 0;
    while (true) {
      if (next == end) {
        end = Math.max(0, input.read(buffer, 0, buffer.length));
        next = 0;
        if (end == 0) break;
      }
      char letter = buffer[next++];
      if (letter == ' ') {
        if (length > 0) break;
        continue;
      }
      if (length == word.length) word = term.resizeBuffer(length + 1);
      word[length++] = letter;
    }
    term.setLength(length);
    return length > 0;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    next = 0;
    end = 0;
  }
}
