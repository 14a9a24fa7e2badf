// Counts tokens as gpt-tokenizer does: lines {"text", "encoding"} come in, a number a line goes out.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const encodings = {};
for (const name of ['o200k_base', 'cl100k_base']) {
  encodings[name] = await import(pathToFileURL(`${process.argv[2]}/esm/encoding/${name}.js`));
}
for await (const line of createInterface({ input: process.stdin })) {
  const { text, encoding } = JSON.parse(line);
  console.log(encodings[encoding].encode(text, { disallowedSpecial: new Set() }).length);
}
