// Writes third_party/token_tables/letter_classes.txt: the classes of code points that the split
// patterns of the token encodings tell apart, as this Node's own regular expressions see them.
// Run it again when gpt-tokenizer's patterns or the Unicode version change:
//   node scripts/make_letter_classes.mjs > third_party/token_tables/letter_classes.txt
const unicode = '17.0';
if (process.versions.unicode !== unicode) {
  throw new Error(`this Node has Unicode ${process.versions.unicode}, not ${unicode}`);
}

const classes = [
  ['newline', /^[\r\n]$/u],
  ['space', /^\s$/u],
  ['upper', /^[\p{Lu}\p{Lt}]$/u],
  ['lower', /^\p{Ll}$/u],
  ['letter', /^[\p{Lm}\p{Lo}]$/u],
  ['mark', /^\p{M}$/u],
  ['number', /^\p{N}$/u],
];

function classOf(codePoint) {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 'other';
  const text = String.fromCodePoint(codePoint);
  for (const [name, pattern] of classes) if (pattern.test(text)) return name;
  return 'other';
}

const ranges = [];
for (let start = 0; start < 0x110000;) {
  const name = classOf(start);
  let end = start;
  while (end + 1 < 0x110000 && classOf(end + 1) === name) ++end;
  if (name !== 'other') ranges.push([start, end, name]);
  start = end + 1;
}

const hex = (n) => n.toString(16).toUpperCase().padStart(4, '0');
console.log('# Written by scripts/make_letter_classes.mjs. First and last code point, class.');
console.log(`unicode ${unicode} ranges ${ranges.length}`);
for (const [start, end, name] of ranges) console.log(`${hex(start)} ${hex(end)} ${name}`);
