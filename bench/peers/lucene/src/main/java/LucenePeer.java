import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.MMapDirectory;

/** Lucene behind the protocol of bench/peers/README.md. */
public final class LucenePeer {
  private static final int BEST = 20;
  private static final FieldType TEXT = textType();

  private static FieldType textType() {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.freeze();
    return type;
  }

  private static Similarity similarity() {
    return new BM25Similarity(1.2f, 0.75f);
  }

  private static IndexWriterConfig config() {
    Analyzer analyzer =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            return new TokenStreamComponents(new SpaceTokenizer());
          }
        };
    return new IndexWriterConfig(analyzer).setSimilarity(similarity());
  }

  private static Document document(int number, String text) {
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(number), Field.Store.NO));
    document.add(new NumericDocValuesField("number", number));
    document.add(new Field("text", text, TEXT));
    return document;
  }

  private static double cpuSeconds() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime() / 1e9;
  }

  private static void print(String format, Object... values) {
    System.out.print(String.format(Locale.ROOT, format, values));
    System.out.flush();
  }

  private static void build(Path documents, Path index) throws IOException {
    int count = 0;
    // Merges of neighbours only, so that documents stay in the order they came in.
    IndexWriterConfig config =
        config()
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
            .setRAMBufferSizeMB(1024)
            .setMergePolicy(new LogDocMergePolicy())
            .setMergeScheduler(new SerialMergeScheduler());
    try (MMapDirectory directory = new MMapDirectory(index);
        BufferedReader reader = Files.newBufferedReader(documents)) {
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          writer.addDocument(document(count++, line));
        }
        writer.forceMerge(1);
        writer.commit();
      }
      long bytes = 0;
      for (String file : directory.listAll()) bytes += directory.fileLength(file);
      long started = ManagementFactory.getRuntimeMXBean().getStartTime();
      print(
          "{\"engine\":\"lucene\",\"documents\":%d,\"wall_seconds\":%.3f,\"cpu_seconds\":%.3f,"
              + "\"bytes\":%d}%n",
          count, (System.currentTimeMillis() - started) / 1e3, cpuSeconds(), bytes);
    }
  }

  private record Hit(long number, float score) {}

  private static final class Reader implements AutoCloseable {
    private final MMapDirectory directory;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    Reader(Path index) throws IOException {
      directory = new MMapDirectory(index);
      reader = DirectoryReader.open(directory);
      searcher = new IndexSearcher(reader);
      searcher.setSimilarity(similarity());
      searcher.setQueryCache(null);
    }

    Hit[] search(String query) throws IOException {
      BooleanQuery.Builder builder = new BooleanQuery.Builder();
      for (String word : query.split(" ")) {
        builder.add(new TermQuery(new Term("text", word)), BooleanClause.Occur.SHOULD);
      }
      TopScoreDocCollectorManager best = new TopScoreDocCollectorManager(BEST, 1);
      ScoreDoc[] found = searcher.search(builder.build(), best).scoreDocs;
      return withNumbers(found);
    }

    // Values are read forwards only, hence in the order of the documents.
    private Hit[] withNumbers(ScoreDoc[] found) throws IOException {
      long[] order = new long[found.length];
      for (int i = 0; i < found.length; ++i) order[i] = (long) found[i].doc << 32 | i;
      Arrays.sort(order);
      Hit[] hits = new Hit[found.length];
      LeafReaderContext leaf = null;
      NumericDocValues numbers = null;
      for (long one : order) {
        int document = (int) (one >>> 32);
        if (leaf == null || document >= leaf.docBase + leaf.reader().maxDoc()) {
          leaf = reader.leaves().get(ReaderUtil.subIndex(document, reader.leaves()));
          numbers = leaf.reader().getNumericDocValues("number");
        }
        if (!numbers.advanceExact(document - leaf.docBase)) {
          throw new IOException("a document has no number");
        }
        hits[(int) one] = new Hit(numbers.longValue(), found[(int) one].score);
      }
      return hits;
    }

    @Override
    public void close() throws IOException {
      reader.close();
      directory.close();
    }
  }

  private static String line(Hit[] hits) {
    StringBuilder line = new StringBuilder();
    for (Hit hit : hits) {
      if (!line.isEmpty()) line.append(' ');
      line.append(hit.number).append(':').append(hit.score);
    }
    return line.append('\n').toString();
  }

  private static String pass(Reader reader, Path queries, String out) throws IOException {
    StringBuilder times = new StringBuilder("L");
    try (Writer results =
        out.equals("-") ? Writer.nullWriter() : Files.newBufferedWriter(Path.of(out))) {
      for (String query : Files.readAllLines(queries)) {
        long started = System.nanoTime();
        Hit[] hits = reader.search(query);
        long took = System.nanoTime() - started;
        times.append(String.format(Locale.ROOT, " %.1f", took / 1e3));
        results.write(line(hits));
      }
    }
    return times.append('\n').toString();
  }

  private static void serve(Path index) throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Reader reader = new Reader(index)) {
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        String[] words = line.split(" ");
        if (words.length != 3 || !words[0].equals("pass")) {
          throw new IOException("no such command: " + line);
        }
        print("%s", pass(reader, Path.of(words[1]), words[2]));
      }
    }
  }

  private static void update(Path index, Path documents, int count) throws IOException {
    List<String> lines = Files.readAllLines(documents);
    int size = lines.size();
    if (count < 1 || count > size) {
      throw new IOException("COUNT is 0, or more than there are documents");
    }
    double[] times = new double[count];
    double cpu;
    try (MMapDirectory directory = new MMapDirectory(index)) {
      IndexWriterConfig config = config().setOpenMode(IndexWriterConfig.OpenMode.APPEND);
      IndexWriter writer = new IndexWriter(directory, config);
      cpu = cpuSeconds();
      try (writer) {
        for (int i = 0; i < count; ++i) {
          int number = (int) ((long) i * size / count);
          String other = lines.get((number + size / 2) % size);
          long started = System.nanoTime();
          writer.updateDocument(new Term("id", Integer.toString(number)), document(number, other));
          writer.commit();
          times[i] = (System.nanoTime() - started) / 1e6;
        }
      }
      cpu = cpuSeconds() - cpu;
    }
    Arrays.sort(times);
    print(
        "{\"engine\":\"lucene\",\"updates\":%d,\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"max_ms\":%.3f,"
            + "\"cpu_ms\":%.3f}%n",
        count, rank(times, 50), rank(times, 99), rank(times, 100), cpu * 1e3 / count);
  }

  private static double rank(double[] sorted, int share) {
    return sorted[Math.max(1, (sorted.length * share + 99) / 100) - 1];
  }

  private static void once(Path index, String query) throws IOException {
    try (Reader reader = new Reader(index)) {
      print("%s", line(reader.search(query)));
    }
  }

  public static void main(String[] arguments) throws IOException {
    String command = arguments.length + " " + (arguments.length > 0 ? arguments[0] : "");
    switch (command) {
      case "3 build" -> build(Path.of(arguments[1]), Path.of(arguments[2]));
      case "2 serve" -> serve(Path.of(arguments[1]));
      case "4 update" ->
          update(Path.of(arguments[1]), Path.of(arguments[2]), Integer.parseInt(arguments[3]));
      case "3 once" -> once(Path.of(arguments[1]), arguments[2]);
      default -> {
        System.err.println(
            "usage: build DOCS INDEX | serve INDEX | update INDEX DOCS COUNT | once INDEX QUERY");
        System.exit(2);
      }
    }
  }
}
