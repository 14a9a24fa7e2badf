#include "tests/crash/power_vfs.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include <sqlite3.h>

#include "store/sqlite/recovery.h"

namespace satchel::test {
namespace {

struct OpenFile : sqlite3_file {
  PowerVfs* vfs = nullptr;
  std::shared_ptr<PowerDisk::File> file;
  bool is_log = false;  // SQLite syncs the directory with the first sync of a new one
};

OpenFile& From(sqlite3_file* base) { return *static_cast<OpenFile*>(base); }
PowerVfs& From(sqlite3_vfs* base) { return *static_cast<PowerVfs*>(base->pAppData); }

int Close(sqlite3_file* base) {
  From(base).~OpenFile();
  return SQLITE_OK;
}

int Read(sqlite3_file* base, void* out, int amount, sqlite3_int64 offset) {
  const OpenFile& open = From(base);
  if (open.vfs->off()) return SQLITE_IOERR_READ;
  const std::string& bytes = open.file->now;
  const auto from = std::min(static_cast<std::size_t>(offset), bytes.size());
  const auto wanted = static_cast<std::size_t>(amount);
  const std::size_t size = std::min(wanted, bytes.size() - from);
  std::memcpy(out, bytes.data() + from, size);
  if (size == wanted) return SQLITE_OK;
  std::memset(static_cast<char*>(out) + size, 0, wanted - size);
  return SQLITE_IOERR_SHORT_READ;
}

int Write(sqlite3_file* base, const void* bytes, int amount, sqlite3_int64 offset) {
  OpenFile& open = From(base);
  if (!open.vfs->Change()) return SQLITE_IOERR_WRITE;
  PowerDisk::Write(*open.file, static_cast<std::size_t>(offset),
                   {static_cast<const char*>(bytes), static_cast<std::size_t>(amount)});
  return SQLITE_OK;
}

int Truncate(sqlite3_file* base, sqlite3_int64 size) {
  OpenFile& open = From(base);
  if (!open.vfs->Change()) return SQLITE_IOERR_TRUNCATE;
  PowerDisk::Truncate(*open.file, static_cast<std::size_t>(size));
  return SQLITE_OK;
}

int Sync(sqlite3_file* base, int /*flags*/) {
  OpenFile& open = From(base);
  if (!open.vfs->Change()) return SQLITE_IOERR_FSYNC;
  if (open.vfs->lies()) return SQLITE_OK;
  PowerDisk::Sync(*open.file);
  if (open.is_log && !open.file->entry_durable) {
    if (!open.vfs->Change()) return SQLITE_IOERR_DIR_FSYNC;
    open.vfs->disk().SyncDirectory();
    open.file->entry_durable = true;
  }
  return SQLITE_OK;
}

int FileSize(sqlite3_file* base, sqlite3_int64* out) {
  *out = static_cast<sqlite3_int64>(From(base).file->now.size());
  return From(base).vfs->off() ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

int Lock(sqlite3_file* /*file*/, int /*level*/) { return SQLITE_OK; }

int CheckReservedLock(sqlite3_file* /*file*/, int* out) {
  *out = 0;
  return SQLITE_OK;
}

int FileControl(sqlite3_file* /*file*/, int /*what*/, void* /*argument*/) {
  return SQLITE_NOTFOUND;
}

int SectorSize(sqlite3_file* /*file*/) { return 512; }

int Characteristics(sqlite3_file* /*file*/) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

int ShmMap(sqlite3_file* base, int region, int size, int extend, void volatile** out) {
  auto& regions = From(base).file->shared_memory;
  const auto at = static_cast<std::size_t>(region);
  *out = nullptr;
  if (at >= regions.size()) {
    if (extend == 0) return SQLITE_OK;
    while (regions.size() <= at) {
      regions.push_back(std::make_unique<std::string>(static_cast<std::size_t>(size), '\0'));
    }
  }
  *out = regions[at]->data();
  return SQLITE_OK;
}

int ShmLock(sqlite3_file* /*file*/, int /*offset*/, int /*count*/, int /*flags*/) {
  return SQLITE_OK;
}

void ShmBarrier(sqlite3_file* /*file*/) {}

int ShmUnmap(sqlite3_file* base, int deletes) {
  if (deletes != 0) From(base).file->shared_memory.clear();
  return SQLITE_OK;
}

constexpr sqlite3_io_methods kMethods = {.iVersion = 2,
                                         .xClose = Close,
                                         .xRead = Read,
                                         .xWrite = Write,
                                         .xTruncate = Truncate,
                                         .xSync = Sync,
                                         .xFileSize = FileSize,
                                         .xLock = Lock,
                                         .xUnlock = Lock,
                                         .xCheckReservedLock = CheckReservedLock,
                                         .xFileControl = FileControl,
                                         .xSectorSize = SectorSize,
                                         .xDeviceCharacteristics = Characteristics,
                                         .xShmMap = ShmMap,
                                         .xShmLock = ShmLock,
                                         .xShmBarrier = ShmBarrier,
                                         .xShmUnmap = ShmUnmap};

int Open(sqlite3_vfs* base, const char* name, sqlite3_file* out, int flags, int* out_flags) {
  out->pMethods = nullptr;
  PowerVfs& vfs = From(base);
  if (name == nullptr || vfs.off()) return SQLITE_CANTOPEN;
  auto file = vfs.disk().Find(name);
  if (!file) {
    if ((flags & SQLITE_OPEN_CREATE) == 0 || !vfs.Change()) return SQLITE_CANTOPEN;
    file = vfs.disk().Create(name);
  }
  auto* open = new (out) OpenFile{};
  open->pMethods = &kMethods;
  open->vfs = &vfs;
  open->file = std::move(file);
  open->is_log = (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
  if (out_flags != nullptr) *out_flags = flags;
  return SQLITE_OK;
}

int Delete(sqlite3_vfs* base, const char* name, int sync_directory) {
  PowerVfs& vfs = From(base);
  if (!vfs.Change()) return SQLITE_IOERR_DELETE;
  if (!vfs.disk().Find(name)) return SQLITE_IOERR_DELETE_NOENT;
  vfs.disk().Delete(name);
  if (sync_directory != 0) {
    if (!vfs.Change()) return SQLITE_IOERR_DIR_FSYNC;
    vfs.disk().SyncDirectory();
  }
  return SQLITE_OK;
}

int Access(sqlite3_vfs* base, const char* name, int flags, int* out) {
  // As on Unix, an empty file does not exist for this question.
  const auto file = From(base).disk().Find(name);
  *out = file && (flags != SQLITE_ACCESS_EXISTS || !file->now.empty()) ? 1 : 0;
  return SQLITE_OK;
}

int FullPathname(sqlite3_vfs* /*vfs*/, const char* name, int size, char* out) {
  sqlite3_snprintf(size, out, "%s", name);
  return SQLITE_OK;
}

int Randomness(sqlite3_vfs* /*vfs*/, int size, char* out) {
  // Fixed: a failing case must repeat.
  for (int i = 0; i < size; ++i) out[i] = static_cast<char>(i * 37 + 11);
  return size;
}

int Sleep(sqlite3_vfs* /*vfs*/, int micros) { return micros; }

int CurrentTime(sqlite3_vfs* /*vfs*/, sqlite3_int64* out) {
  *out = 210866760000000LL;  // 1970, in SQLite's count
  return SQLITE_OK;
}

int LastError(sqlite3_vfs* /*vfs*/, int /*size*/, char* /*out*/) { return 0; }

}  // namespace

PowerVfs::PowerVfs(std::string name) : name_(std::move(name)) {
  store::sqlite::WatchRecoveries();
  vfs_.iVersion = 2;
  vfs_.szOsFile = sizeof(OpenFile);
  vfs_.mxPathname = 256;
  vfs_.zName = name_.c_str();
  vfs_.pAppData = this;
  vfs_.xOpen = Open;
  vfs_.xDelete = Delete;
  vfs_.xAccess = Access;
  vfs_.xFullPathname = FullPathname;
  vfs_.xRandomness = Randomness;
  vfs_.xSleep = Sleep;
  vfs_.xGetLastError = LastError;
  vfs_.xCurrentTimeInt64 = CurrentTime;
  sqlite3_vfs_register(&vfs_, 0);
}

PowerVfs::~PowerVfs() { sqlite3_vfs_unregister(&vfs_); }

void PowerVfs::Restart(PowerDisk disk) {
  disk_ = std::move(disk);
  off_ = false;
}

}  // namespace satchel::test
