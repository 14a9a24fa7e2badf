#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <sqlite3.h>

#include "tests/crash/power_disk.h"

namespace satchel::test {

// SQLite's files on a PowerDisk. One thread, one process: locks are always granted.
class PowerVfs {
 public:
  // Registered with SQLite under `name` as long as the object lives.
  explicit PowerVfs(std::string name);
  ~PowerVfs();
  PowerVfs(const PowerVfs&) = delete;
  PowerVfs& operator=(const PowerVfs&) = delete;

  const std::string& name() const { return name_; }
  PowerDisk& disk() { return disk_; }

  // Before every call that changes the disk.
  void set_on_change(std::function<void()> on_change) { on_change_ = std::move(on_change); }
  // From now on every call fails, until Restart().
  void CutPower() { off_ = true; }
  void Restart(PowerDisk disk);

  // A disk that says it synced and did not.
  void set_lies(bool lies) { lies_ = lies; }

  // For the callbacks.
  bool lies() const { return lies_; }
  bool off() const { return off_; }
  bool Change() {
    if (!off_ && on_change_) on_change_();
    return !off_;
  }

 private:
  const std::string name_;
  sqlite3_vfs vfs_{};
  PowerDisk disk_;
  std::function<void()> on_change_;
  bool off_ = false;
  bool lies_ = false;
};

}  // namespace satchel::test
