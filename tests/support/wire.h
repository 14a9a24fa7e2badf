#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace satchel::test {

// What a server answered to one request, as its bytes say. Status 0: nothing, or only a part.
struct WireAnswer {
  int status = 0;
  std::string head;
  std::string body;
};

// A connection to a port of this machine whose bytes are the test's own. Nothing waits longer than
// it is told to.
class Wire {
 public:
  explicit Wire(int port);
  ~Wire();
  Wire(Wire&& other) noexcept;
  Wire& operator=(Wire&&) = delete;

  bool connected() const { return connected_; }
  // As much as the other side takes within the time; false: not all.
  bool Send(const std::string& bytes, std::chrono::milliseconds most) const;
  // Nothing more is sent; answers may still come.
  void HalfClose() const;
  // The connection ends as it does when a machine breaks down.
  void Reset();
  // The next answer: its head, and as much body as Content-Length says.
  WireAnswer Next(std::chrono::milliseconds most);
  // All that comes until the other side closes.
  std::string ToTheEnd(std::chrono::milliseconds most);
  // Whether an answer, or the end, is there already.
  bool HasSomething() const;

 private:
  // False: the end, or the time is over.
  bool ReadMore(std::chrono::steady_clock::time_point end);
  void Close();

  int fd_ = -1;
  bool connected_ = false;
  std::string read_;
};

// The port of "http://127.0.0.1:8080/mcp"; 0: there is none.
int PortOf(const std::string& url);

// Of a process, as the kernel says.
std::size_t DescriptorsOf(int pid);
std::size_t ResidentBytesOf(int pid);

}  // namespace satchel::test
