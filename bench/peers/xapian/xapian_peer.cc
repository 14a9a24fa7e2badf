// Xapian behind the protocol of bench/peers/README.md.

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <xapian.h>

#include "bench/peers/driver.h"

namespace satchel::peers {
namespace {

namespace fs = std::filesystem;

class XapianEngine : public Engine {
 public:
  std::string_view name() const override { return "xapian"; }

  void Create(const std::string& directory) override {
    directory_ = directory;
    writer_ = std::make_unique<Xapian::WritableDatabase>(
        directory + kGrowing, Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_BACKEND_GLASS);
  }

  void Add(std::uint64_t, std::string_view text) override {
    writer_->add_document(DocumentOf(text));
  }

  void Finish() override {
    writer_->commit();
    writer_->compact(directory_ + kIndex);
    writer_.reset();
    fs::remove_all(directory_ + kGrowing);
  }

  void OpenToRead(const std::string& directory) override {
    reader_ = Xapian::Database(directory + kIndex);
    enquire_ = std::make_unique<Xapian::Enquire>(reader_);
    enquire_->set_weighting_scheme(Xapian::BM25Weight(1.2, 0, 1, 0.75, 0));
  }

  std::vector<Hit> Search(std::string_view query) override {
    std::vector<std::string> words;
    ForEachWord(query, [&](std::string_view word) { words.emplace_back(word); });
    enquire_->set_query(Xapian::Query(Xapian::Query::OP_OR, words.begin(), words.end()));
    const Xapian::MSet found = enquire_->get_mset(0, kBest);
    std::vector<Hit> hits;
    hits.reserve(found.size());
    for (auto hit = found.begin(); hit != found.end(); ++hit) {
      hits.push_back({*hit - 1, hit.get_weight()});
    }
    return hits;
  }

  void OpenToWrite(const std::string& directory) override {
    writer_ = std::make_unique<Xapian::WritableDatabase>(directory + kIndex, Xapian::DB_OPEN);
  }

  void Replace(const Replacement& replacement) override {
    writer_->replace_document(static_cast<Xapian::docid>(replacement.document + 1),
                              DocumentOf(replacement.new_text));
    writer_->commit();
  }

 private:
  static constexpr const char* kGrowing = "/growing";
  static constexpr const char* kIndex = "/index";

  static Xapian::Document DocumentOf(std::string_view text) {
    Xapian::Document document;
    ForEachWord(text, [&](std::string_view word) { document.add_term(std::string(word)); });
    return document;
  }

  std::string directory_;
  std::unique_ptr<Xapian::WritableDatabase> writer_;
  Xapian::Database reader_;
  std::unique_ptr<Xapian::Enquire> enquire_;
};

}  // namespace
}  // namespace satchel::peers

int main(int count, char** arguments) {
  satchel::peers::XapianEngine engine;
  try {
    return satchel::peers::RunDriver(engine, count, arguments);
  } catch (const Xapian::Error& error) {  // no std::exception
    fmt::print(stderr, "xapian: {}\n", error.get_description());
    return 1;
  }
}
