#include "backward/places.h"

namespace backward {

using expr::TermId;

TermId Places::find(Place place, unsigned width) {
  place.width = width;
  const Key key(int(place.kind), place.frame, place.base, place.part, place.address.index,
                place.version);
  const auto [found, isNew] = known_.try_emplace(key, std::uint32_t(places_.size()));
  if (isNew)
    places_.push_back(place);
  return pool_.input(width, found->second);
}

TermId Places::value(FrameId frame, const llvm::Value *value, unsigned part, unsigned width) {
  return find({Place::Kind::Value, frame, value, part, {}, 0, 0}, width);
}

TermId Places::memory(FrameId frame, const llvm::Value *local, TermId address, unsigned bytes,
                      std::uint32_t version) {
  return find({Place::Kind::Memory, local ? frame : 0, local, bytes, address, version, 0},
              8 * bytes);
}

TermId Places::address(FrameId frame, const llvm::Value *object) {
  return find({Place::Kind::Address, frame, object, 0, {}, 0, 0}, 64);
}

TermId Places::anything(unsigned width) {
  places_.push_back({});
  places_.back().width = width;
  return pool_.input(width, std::uint32_t(places_.size() - 1));
}

} // namespace backward
