#include "surfaces/cli/fd_buffer.h"

#include <cerrno>
#include <unistd.h>

namespace satchel::cli {

FdBuffer::FdBuffer(int fd) : fd_(fd) { setp(bytes_.data(), bytes_.data() + bytes_.size()); }

FdBuffer::~FdBuffer() { Flush(); }

bool FdBuffer::Flush() {
  const char* from = pbase();
  while (from < pptr()) {
    const ssize_t written = ::write(fd_, from, static_cast<std::size_t>(pptr() - from));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      error_ = errno;
      // What could not be written once will not be tried again.
      setp(bytes_.data(), bytes_.data() + bytes_.size());
      return false;
    }
    from += written;
  }
  setp(bytes_.data(), bytes_.data() + bytes_.size());
  return true;
}

FdBuffer::int_type FdBuffer::overflow(int_type c) {
  if (!Flush()) return traits_type::eof();
  if (!traits_type::eq_int_type(c, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(c);
    pbump(1);
  }
  return traits_type::not_eof(c);
}

int FdBuffer::sync() { return Flush() ? 0 : -1; }

}  // namespace satchel::cli
