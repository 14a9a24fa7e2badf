#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/random.h"

namespace satchel::test {

// A disk in memory that remembers what a power cut may take back.
//
// Each file has the bytes that are durable and the changes since its last sync; the directory has
// its durable entries and the changes since its own sync. At a cut every 512-byte sector of every
// change is kept, dropped or torn by itself, so later writes may survive earlier ones; so is every
// change of a size and of the directory.
class PowerDisk {
 public:
  struct File {
    std::string now;      // what reads see
    std::string durable;  // what a cut cannot touch
    struct Change {
      std::size_t offset = 0;
      std::string bytes;
      bool truncates = false;  // to `offset`
    };
    std::vector<Change> changes;
    std::vector<std::unique_ptr<std::string>> shared_memory;  // of a write-ahead log's index
    bool entry_durable = false;  // or synced together with the file, as SQLite does for its logs
  };

  std::shared_ptr<File> Find(std::string_view name) const;
  std::shared_ptr<File> Create(std::string_view name);
  void Delete(std::string_view name);

  static void Write(File& file, std::size_t offset, std::string_view bytes);
  static void Truncate(File& file, std::size_t size);
  static void Sync(File& file);
  void SyncDirectory();

  // What is there when power returns.
  PowerDisk Cut(Random& random) const;

 private:
  using Entries = std::map<std::string, std::shared_ptr<File>, std::less<>>;
  struct EntryChange {
    std::string name;
    std::shared_ptr<File> file;  // null: deleted
  };

  Entries now_;
  Entries durable_;
  std::vector<EntryChange> changes_;
};

}  // namespace satchel::test
