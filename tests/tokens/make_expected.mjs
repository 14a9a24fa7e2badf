// Writes tests/tokens/expected.tsv: what gpt-tokenizer makes of the inputs that inputs.json
// describes, as a digest of the token stream per input and encoding.
//   node tests/tokens/make_expected.mjs            rewrites expected.tsv
//   node tests/tokens/make_expected.mjs FILE...    prints the same for files of your own
// The C++ side (token_inputs.cc) makes the same inputs from the same description; a digest of the
// inputs' bytes in the table tells a difference there from a difference in the tokens.
import {createHash} from 'node:crypto';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, '../../third_party/npm/node_modules');
const encodings = ['o200k', 'cl100k'];

// gpt-tokenizer 4.0.0 looks tokens up by strings, and its decoder drops a byte order mark at the
// start of one: it never finds the tokens that begin with U+FEFF (9 in o200k, 8 in cl100k), though they
// are in its rank files. A text with that mark is therefore encoded by gpt-tokenizer's own splitting and merging over
// a look-up by bytes. All other texts go through the package as it is.
async function load(name) {
  const api = (await import(join(modules, `gpt-tokenizer/esm/encoding/${name}_base.js`))).default;
  const {BytePairEncodingCore} =
      await import(join(modules, 'gpt-tokenizer/esm/BytePairEncodingCore.js'));
  const plain = api.bytePairEncodingCoreProcessor;
  const ranks = new Map();
  const lines = readFileSync(join(modules, `gpt-tokenizer/data/${name}_base.tiktoken`), 'latin1');
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const [token, rank] = line.split(' ');
    ranks.set(Buffer.from(token, 'base64').toString('latin1'), Number(rank));
  }
  const repaired = new BytePairEncodingCore({
    bytePairRankDecoder: [], tokenSplitRegex: plain.tokenSplitRegex, mergeCacheSize: 0});
  repaired.getBpeRankFromBytes = (bytes) => ranks.get(Buffer.from(bytes).toString('latin1'));
  repaired.getBpeRankFromString = (text) => ranks.get(Buffer.from(text).toString('latin1'));
  const asText = {allowedSpecial: new Set(), disallowedSpecial: new Set()};
  return (text) =>
      text.includes('\ufeff') ? repaired.encodeNative(text) : api.encode(text, asText);
}

// tests/support/random.h
class Random {
  constructor(seed) { this.state = BigInt(seed); }
  next() {
    const mask = (1n << 64n) - 1n;
    this.state = (this.state + 0x9e3779b97f4a7c15n) & mask;
    let z = this.state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return z ^ (z >> 31n);
  }
  below(bound) { return Number(this.next() % BigInt(bound)); }
  between(low, high) { return low + this.below(high - low + 1); }
  pick(list) { return list[this.below(list.length)]; }
}

function* randomTexts(group, pools) {
  const random = new Random(group.seed);
  for (let i = 0; i < group.cases; ++i) {
    let text = '';
    for (let left = random.between(group.least, group.most); left > 0; --left) {
      const item = random.pick(pools[random.pick(group.pools)]);
      text += typeof item === 'string' ? item
                                       : String.fromCodePoint(random.between(item[0], item[1]));
    }
    yield text;
  }
}

// Every byte that is not part of a well-formed sequence becomes U+FFFD.
function repair(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    let taken = 0;
    for (let size = 1; size <= 4 && at + size <= bytes.length && taken === 0; ++size) {
      const part = Buffer.from(bytes.slice(at, at + size));
      const decoded = part.toString('utf8');
      if (!decoded.includes('\ufffd') && Buffer.from(decoded).equals(part)) {
        text += decoded;
        taken = size;
      }
    }
    if (taken === 0) {
      // U+FFFD itself decodes to what marks an error.
      const mark = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
      text += '\ufffd';
      taken = mark ? 3 : 1;
    }
    at += taken;
  }
  return text;
}

function* repairedTexts(group) {
  const random = new Random(group.seed);
  for (let i = 0; i < group.cases; ++i) {
    const bytes = [];
    for (let left = random.between(group.least, group.most); left > 0; --left) {
      // Half of the bytes are ASCII, so that sequences of both kinds come up.
      bytes.push(random.below(2) === 0 ? random.below(128) : random.below(256));
    }
    yield repair(bytes);
  }
}

function* runTexts(group) {
  for (const unit of group.units) {
    for (const size of group.sizes) {
      yield unit.repeat(size);
      yield unit.repeat(size) + 'z';
      yield '.' + unit.repeat(size) + ' z';
    }
  }
}

function filesUnder(directory, suffix) {
  return readdirSync(join(modules, directory), {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
      .map((entry) => join(entry.parentPath, entry.name).slice(modules.length + 1))
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

// Names and texts of all inputs, in the order of the table.
function* inputs() {
  const description = JSON.parse(readFileSync(join(here, 'inputs.json'), 'utf8'));
  const taken = new Set();
  for (const group of description.files) {
    const files = (group.files ?? filesUnder(group.under, group.suffix))
                      .filter((file) => !taken.has(file));
    files.forEach((file) => taken.add(file));
    yield [group.name, files.map((file) => readFileSync(join(modules, file)).toString('utf8'))];
  }
  for (const group of description.random) yield [group.name, randomTexts(group, description.pools)];
  for (const group of description.bytes) yield [group.name, repairedTexts(group)];
  for (const group of description.runs) yield [group.name, runTexts(group)];
}

// Per text the number of its tokens and then the tokens, all 32-bit little-endian.
function row(name, texts, encoders) {
  const input = createHash('sha256');
  const streams = encoders.map(() => ({tokens: 0, digest: createHash('sha256')}));
  let count = 0;
  let bytes = 0;
  for (const text of texts) {
    const encoded = Buffer.from(text);
    input.update(encoded);
    bytes += encoded.length;
    ++count;
    encoders.forEach((encode, i) => {
      const tokens = encode(text);
      streams[i].tokens += tokens.length;
      streams[i].digest.update(Buffer.from(Uint32Array.of(tokens.length).buffer));
      streams[i].digest.update(Buffer.from(Uint32Array.from(tokens).buffer));
    });
  }
  return [name, count, bytes, input.digest('hex').slice(0, 16),
          ...streams.flatMap((s) => [s.tokens, s.digest.digest('hex').slice(0, 32)])].join('\t');
}

const encoders = await Promise.all(encodings.map(load));
const heading = ['# input', 'texts', 'bytes', 'sha256 of the bytes',
                 ...encodings.flatMap((name) => [`${name} tokens`, `${name} sha256`])].join('\t');
const own = process.argv.slice(2);
if (own.length > 0) {
  for (const file of own) console.log(row(file, [readFileSync(file).toString('utf8')], encoders));
} else {
  const rows = [heading];
  for (const [name, texts] of inputs()) rows.push(row(name, texts, encoders));
  writeFileSync(join(here, 'expected.tsv'), rows.join('\n') + '\n');
}
