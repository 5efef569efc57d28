#include "execute/channel.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace execute {

Descriptor::Descriptor(Descriptor &&other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() { close(); }

void Descriptor::close() {
  if (number_ >= 0)
    ::close(number_);
  number_ = -1;
}

support::Result<Descriptor> makeMemoryFile(const char *name, std::uint64_t size) {
  Descriptor file(::memfd_create(name, MFD_CLOEXEC));
  if (file.number() < 0 || ::ftruncate(file.number(), static_cast<off_t>(size)) != 0)
    return support::Error{
        fmt::format("no memory to share with a target: {}", std::strerror(errno))};
  return file;
}

support::Result<Channel> Channel::create(const PincerHeader &header) {
  auto file = makeMemoryFile("pincer-channel", PINCER_CHANNEL_SIZE);
  if (!file)
    return file.error();
  void *base =
      ::mmap(nullptr, PINCER_CHANNEL_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file->number(), 0);
  if (base == MAP_FAILED)
    return support::Error{
        fmt::format("no room for memory shared with a target: {}", std::strerror(errno))};
  Channel channel;
  channel.descriptor_ = std::move(*file);
  channel.base_ = static_cast<std::byte *>(base);
  std::memcpy(channel.base_ + PINCER_HEADER_AT, &header, sizeof header);
  return channel;
}

Channel::Channel(Channel &&other) noexcept
    : descriptor_(std::move(other.descriptor_)), base_(std::exchange(other.base_, nullptr)) {}

Channel::~Channel() {
  if (base_)
    ::munmap(base_, PINCER_CHANNEL_SIZE);
}

volatile const PincerControl &Channel::control() const {
  return *reinterpret_cast<volatile const PincerControl *>(base_ + PINCER_CONTROL_AT);
}

std::span<std::byte> Channel::request(std::uint32_t half) const {
  return area(PINCER_REQUESTS_AT + std::size_t{half} * PINCER_REQUEST_CAPACITY,
              PINCER_REQUEST_CAPACITY);
}

} // namespace execute
