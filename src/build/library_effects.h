#pragma once

#include <string>

namespace build {

/// What a library function may change, judged by its name alone.
enum class Effect {
  Inside,  // nothing but its own process, and what it prints
  Files,   // files, descriptors: harmless in a folder of its own, where nothing else is open
  Outside, // processes, the network, the machine, or what no list of ours allows
  Unknown,
};

Effect effectOf(const std::string &symbol);

} // namespace build
