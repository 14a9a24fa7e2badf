//! tantivy behind the protocol of bench/peers/README.md.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use tantivy::collector::TopDocs;
use tantivy::columnar::Column;
use tantivy::indexer::NoMergePolicy;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{Index, IndexWriter, Searcher, TantivyDocument, Term};

type Failure = Box<dyn std::error::Error>;

const BEST: usize = 20;
const BUILD_BUDGET: usize = 2_000_000_000; // one segment for half a million chunks of code
const UPDATE_BUDGET: usize = 50_000_000;

#[derive(Clone, Copy)]
struct Fields {
    number: Field,
    text: Field,
}

impl Fields {
    fn of(index: &Index) -> tantivy::Result<Fields> {
        let schema = index.schema();
        Ok(Fields {
            number: schema.get_field("number")?,
            text: schema.get_field("text")?,
        })
    }

    fn document(&self, number: u64, text: &str) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_u64(self.number, number);
        document.add_text(self.text, text);
        document
    }
}

fn schema() -> Schema {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("whitespace")
        .set_index_option(IndexRecordOption::WithFreqs)
        .set_fieldnorms(true);
    let mut schema = Schema::builder();
    schema.add_u64_field("number", NumericOptions::default().set_indexed().set_fast());
    schema.add_text_field(
        "text",
        TextOptions::default().set_indexing_options(indexing),
    );
    schema.build()
}

fn cpu() -> Duration {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: it is given room for one rusage, which is valid when all of it is zero.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let of = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
    };
    of(usage.ru_utime) + of(usage.ru_stime)
}

fn bytes_of(directory: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(directory)? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}

fn build(documents: &str, directory: &Path) -> Result<(), Failure> {
    let started = Instant::now();
    std::fs::create_dir_all(directory)?;
    let index = Index::create_in_dir(directory, schema())?;
    let fields = Fields::of(&index)?;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, BUILD_BUDGET)?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    let mut count = 0u64;
    for line in BufReader::with_capacity(1 << 20, File::open(documents)?).lines() {
        writer.add_document(fields.document(count, &line?))?;
        count += 1;
    }
    writer.commit()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    writer.garbage_collect_files().wait()?;
    writer.wait_merging_threads()?;
    println!(
        r#"{{"engine":"tantivy","documents":{},"wall_seconds":{:.3},"cpu_seconds":{:.3},"bytes":{}}}"#,
        count,
        started.elapsed().as_secs_f64(),
        cpu().as_secs_f64(),
        bytes_of(directory)?
    );
    Ok(())
}

struct Reader {
    searcher: Searcher,
    text: Field,
    numbers: Vec<Column<u64>>,
}

impl Reader {
    fn open(directory: &Path) -> Result<Reader, Failure> {
        let index = Index::open_in_dir(directory)?;
        let text = Fields::of(&index)?.text;
        let searcher = index.reader()?.searcher();
        let mut numbers = Vec::new();
        for segment in searcher.segment_readers() {
            numbers.push(segment.fast_fields().u64("number")?);
        }
        Ok(Reader {
            searcher,
            text,
            numbers,
        })
    }

    fn search(&self, query: &str) -> tantivy::Result<Vec<(u64, f32)>> {
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for word in query.split_ascii_whitespace() {
            let term = Term::from_field_text(self.text, word);
            let clause = TermQuery::new(term, IndexRecordOption::WithFreqs);
            clauses.push((Occur::Should, Box::new(clause)));
        }
        let best = TopDocs::with_limit(BEST).order_by_score();
        let found = self.searcher.search(&BooleanQuery::new(clauses), &best)?;
        let number = |segment: u32, document: u32| {
            self.numbers[segment as usize]
                .first(document)
                .unwrap_or(u64::MAX)
        };
        Ok(found
            .into_iter()
            .map(|(score, at)| (number(at.segment_ord, at.doc_id), score))
            .collect())
    }
}

fn print_hits(out: &mut dyn Write, hits: &[(u64, f32)]) -> io::Result<()> {
    for (i, (number, score)) in hits.iter().enumerate() {
        write!(out, "{}{}:{}", if i == 0 { "" } else { " " }, number, score)?;
    }
    writeln!(out)
}

fn pass(reader: &Reader, queries: &str, out: &str) -> Result<String, Failure> {
    let mut results: Box<dyn Write> = match out {
        "-" => Box::new(io::sink()),
        path => Box::new(BufWriter::new(File::create(path)?)),
    };
    let mut times = String::from("L");
    for query in std::fs::read_to_string(queries)?.lines() {
        let started = Instant::now();
        let hits = reader.search(query)?;
        let took = started.elapsed();
        times += &format!(" {:.1}", took.as_nanos() as f64 / 1e3);
        print_hits(&mut results, &hits)?;
    }
    results.flush()?;
    Ok(times)
}

fn serve(directory: &Path) -> Result<(), Failure> {
    let reader = Reader::open(directory)?;
    for line in io::stdin().lines() {
        let line = line?;
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["pass", queries, out] => println!("{}", pass(&reader, queries, out)?),
            _ => return Err(format!("no such command: {line}").into()),
        }
        io::stdout().flush()?;
    }
    Ok(())
}

fn update(directory: &Path, documents: &str, count: usize) -> Result<(), Failure> {
    let text = std::fs::read_to_string(documents)?;
    let lines: Vec<&str> = text.lines().collect();
    if count == 0 || count > lines.len() {
        return Err("COUNT is 0, or more than there are documents".into());
    }
    let index = Index::open_in_dir(directory)?;
    let fields = Fields::of(&index)?;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, UPDATE_BUDGET)?;
    let cpu_before = cpu();
    let mut times = Vec::new();
    for i in 0..count {
        let number = i * lines.len() / count;
        let other = lines[(number + lines.len() / 2) % lines.len()];
        let started = Instant::now();
        writer.delete_term(Term::from_field_u64(fields.number, number as u64));
        writer.add_document(fields.document(number as u64, other))?;
        writer.commit()?;
        times.push(started.elapsed().as_secs_f64() * 1e3);
    }
    writer.wait_merging_threads()?;
    let cpu_used = (cpu() - cpu_before).as_secs_f64() * 1e3 / count as f64;
    times.sort_by(f64::total_cmp);
    let rank = |share: usize| times[(count * share).div_ceil(100).max(1) - 1];
    println!(
        r#"{{"engine":"tantivy","updates":{},"p50_ms":{:.3},"p99_ms":{:.3},"max_ms":{:.3},"cpu_ms":{:.3}}}"#,
        count,
        rank(50),
        rank(99),
        rank(100),
        cpu_used
    );
    Ok(())
}

fn once(directory: &Path, query: &str) -> Result<(), Failure> {
    let hits = Reader::open(directory)?.search(query)?;
    print_hits(&mut io::stdout(), &hits)?;
    Ok(())
}

fn run(arguments: &[&str]) -> Result<(), Failure> {
    match arguments {
        ["build", documents, index] => build(documents, Path::new(index)),
        ["serve", index] => serve(Path::new(index)),
        ["update", index, documents, count] => update(Path::new(index), documents, count.parse()?),
        ["once", index, query] => once(Path::new(index), query),
        _ => Err(
            "usage: build DOCS INDEX | serve INDEX | update INDEX DOCS COUNT | once INDEX QUERY"
                .into(),
        ),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let Err(failure) = run(&arguments) {
        eprintln!("tantivy_peer: {failure}");
        std::process::exit(1);
    }
}
