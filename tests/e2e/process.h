#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace satchel::test {

// A program to run with nothing inherited: its arguments, its environment, where
// it stands, and what its standard output is.
struct Process {
  enum class Out : unsigned char {
    kPipe,        // collected
    kClosed,      // not open at all
    kFull,        // /dev/full: every write fails
    kBrokenPipe,  // a pipe that nobody reads
  };

  std::string program;
  std::vector<std::string> args;
  std::map<std::string, std::string> environment;
  std::filesystem::path directory = "/";
  std::string input;        // must fit into a pipe: 64 kB
  bool keep_input = false;  // it stays open behind that, for Running::Write()
  Out out = Out::kPipe;
  bool as_nobody = false;  // when root: give the rights of root away first
};

struct Finished {
  int code = -1;   // the exit code
  int signal = 0;  // or what ended it
  std::string out;
  std::string err;
};

Finished Execute(const Process& process);

// A program on its way. Killed and waited for when the object goes before it ended.
class Running {
 public:
  explicit Running(const Process& process);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void Send(int signal) const;
  int pid() const { return child_; }
  // Whether it has not ended yet.
  bool IsThere() const;
  // Whether it has a handler of its own for a signal, as the kernel says.
  bool Catches(int signal) const;
  // More of its input, where that was kept open; and the end of it.
  void Write(const std::string& bytes) const;
  void CloseInput();
  // How many bytes of its output wait to be read.
  std::size_t Waiting() const;
  // The next line of its output, without the line break; nothing: it printed none in time.
  std::optional<std::string> NextLine(std::chrono::milliseconds most);
  // Reads its output to the end and waits for it.
  Finished Finish();

 private:
  int child_ = -1;
  int in_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::string read_;  // of its output, behind the last line
};

// The program's path when it is installed, otherwise empty.
std::string FindProgram(const std::string& name);

}  // namespace satchel::test
