// This program's own malloc is the one under test: it is linked in, so gtest lives on it too.
#include "runtime/heap.h"

#include "support/rng.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <malloc.h>
#include <vector>

namespace {

bool isArena(const void *block) {
  return reinterpret_cast<std::uintptr_t>(block) >> 36 == 0x600000000000 >> 36;
}

bool holds(const void *block, unsigned char byte, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    if (static_cast<const unsigned char *>(block)[i] != byte)
      return false;
  return true;
}

TEST(Heap, ReplacesLibc) {
  void *block = std::malloc(10);
  EXPECT_TRUE(isArena(block));
  std::free(block);
  char *copy = ::strdup("libc uses it as well");
  EXPECT_TRUE(isArena(copy));
  std::free(copy);
}

TEST(Heap, BlocksOfAllSizesAreApartAndAligned) {
  support::Rng rng(1);
  struct Block {
    unsigned char *at;
    std::size_t size;
    unsigned char mark;
  };
  std::vector<Block> blocks;
  for (int step = 0; step < 20'000; ++step) {
    if (blocks.size() > 200 || (!blocks.empty() && rng.oneIn(3))) {
      const std::size_t i = rng.below(blocks.size());
      ASSERT_TRUE(holds(blocks[i].at, blocks[i].mark, blocks[i].size));
      std::free(blocks[i].at);
      blocks[i] = blocks.back();
      blocks.pop_back();
      continue;
    }
    const std::size_t size = rng.below(1ull << (1 + rng.below(16)));
    const std::size_t alignment = std::size_t{16} << rng.below(6);
    void *block = nullptr;
    if (rng.oneIn(2))
      block = std::malloc(size);
    else
      ASSERT_EQ(::posix_memalign(&block, alignment, size), 0);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(block) % 16, 0u);
    ASSERT_TRUE(holds(block, 0, size)) << "fresh memory is filled, reused or not";
    ASSERT_EQ(::malloc_usable_size(block), size);
    const auto mark = static_cast<unsigned char>(step | 1);
    std::memset(block, mark, size);
    blocks.push_back({static_cast<unsigned char *>(block), size, mark});
  }
  for (const Block &block : blocks)
    std::free(block.at);
}

TEST(Heap, ReallocKeepsContents) {
  auto *block = static_cast<unsigned char *>(std::malloc(1));
  block[0] = 1;
  for (std::size_t size = 2; size < 20'000; ++size) {
    block = static_cast<unsigned char *>(std::realloc(block, size));
    ASSERT_EQ(block[size - 2], static_cast<unsigned char>(size - 1));
    ASSERT_EQ(block[size - 1], 0);
    block[size - 1] = static_cast<unsigned char>(size);
  }
  block = static_cast<unsigned char *>(std::realloc(block, 3));
  EXPECT_EQ(block[2], 3);
  std::free(block);
}

TEST(Heap, AlignsAsAsked) {
  for (std::size_t alignment = 16; alignment <= 1 << 16; alignment *= 2) {
    void *block = ::aligned_alloc(alignment, 100);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % alignment, 0u);
    std::free(block);
  }
  void *block = nullptr;
  EXPECT_EQ(::posix_memalign(&block, 3, 10), EINVAL);
}

TEST(Heap, RequestsBeyondWhatTheSystemGrantsFail) {
  for (unsigned bit = 37; bit < 64; ++bit) {
    volatile std::size_t size = (std::size_t{1} << bit) - bit % 3;
    errno = 0;
    EXPECT_EQ(std::malloc(size), nullptr) << bit;
    EXPECT_EQ(errno, ENOMEM);
    EXPECT_EQ(std::calloc(size, 1), nullptr);
    EXPECT_EQ(::aligned_alloc(64, size), nullptr);
    void *block = std::malloc(10);
    EXPECT_EQ(std::realloc(block, size), nullptr); // the block is as it was
    std::free(block);
    EXPECT_EQ(::posix_memalign(&block, 64, size), ENOMEM);
  }
}

TEST(HeapDeathTest, LargeBlocksHoldZerosAndDontCount) {
  const auto take = [] {
    pincerHeapLimit(8 << 20, 8ull << 30, nullptr);
    pincerHeapFill(0xa5);
    for (int i = 0; i < 3; ++i) {
      auto *volatile block = static_cast<unsigned char *>(std::malloc(4ull << 30));
      if (!block || block[5] != 0 || block[(4ull << 30) - 1] != 0)
        return 1;
      block[5] = 1;
      block[(4ull << 30) - 1] = 1;
      std::free(block);
    }
    volatile std::size_t size = 9ull << 30;
    return std::malloc(size) ? 2 : 0;
  };
  EXPECT_EXIT(_exit(take()), testing::ExitedWithCode(0), "");
}

TEST(HeapDeathTest, BlocksCanLieElsewhere) {
  const auto differs = [] {
    const auto distance = [] {
      auto *a = static_cast<char *>(std::malloc(40)), *b = static_cast<char *>(std::malloc(40));
      return std::pair(a, b - a);
    };
    const auto before = distance();
    pincerHeapMove(0x255555550, 32);
    const auto after = distance();
    return after.first >= before.first + 0x255555550 && after.second == before.second + 32;
  };
  EXPECT_EXIT(_exit(differs() ? 0 : 1), testing::ExitedWithCode(0), "");
}

TEST(HeapDeathTest, WhatRunsPastTheLastBlockCrashesSoon) {
  const auto overrun = [](std::size_t bytes) {
    pincerHeapReset();
    auto *block = static_cast<volatile char *>(std::malloc(100));
    for (std::size_t i = 0; i < bytes; i += 4096)
      block[i] = 1;
    std::_Exit(0);
  };
  pincerHeapMark();
  EXPECT_EXIT(overrun(64 << 10), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(overrun(128 << 20), testing::KilledBySignal(SIGSEGV), "");
  void *volatile huge = std::malloc(1 << 30); // accessible, and no longer after a reset
  static_cast<char *>(huge)[(1 << 30) - 1] = 1;
  std::free(huge);
  EXPECT_EXIT(overrun(512 << 20), testing::KilledBySignal(SIGSEGV), "");
}

TEST(Heap, ImpossibleRequestsFail) {
  volatile std::size_t huge = SIZE_MAX;
  EXPECT_EQ(std::malloc(huge), nullptr);
  EXPECT_EQ(errno, ENOMEM);
  EXPECT_EQ(std::calloc(huge / 2, 3), nullptr);
  EXPECT_EQ(::reallocarray(nullptr, huge / 2, 3), nullptr);
}

TEST(HeapDeathTest, MistakesAbort) {
  EXPECT_DEATH(
      {
        void *volatile block = std::malloc(5);
        std::free(block);
        std::free(block);
      },
      "double free");
  EXPECT_DEATH(
      {
        int local[8];
        void *volatile block = local;
        std::free(block);
      },
      "invalid pointer");
  EXPECT_DEATH(
      {
        void *volatile block = static_cast<char *>(std::malloc(64)) + 16;
        std::free(block);
      },
      "invalid pointer");
}

void endOfMemory(std::uint64_t request) { _exit(request == 1 << 20 ? 42 : 43); }

TEST(HeapDeathTest, TheLimitEndsTheRun) {
  EXPECT_EXIT(
      {
        pincerHeapLimit(8 << 20, 1ull << 40, endOfMemory);
        for (;;) {
          void *volatile block = std::malloc(1 << 20);
          (void)block;
        }
      },
      testing::ExitedWithCode(42), "");
}

/// Runs in a child: gtest's own blocks must not be reset away.
int resetEqualsStart() {
  auto *volatile before = static_cast<unsigned char *>(std::malloc(100));
  std::memset(before, 1, 100);
  void *volatile spare = std::malloc(300);
  std::free(spare);
  pincerHeapMark();
  void *addresses[3][4];
  for (auto &round : addresses) {
    round[0] = std::malloc(300);
    round[1] = std::calloc(7, 1000);
    round[2] = std::malloc(3 << 20);
    if (!holds(round[0], 0, 300) || !holds(round[1], 0, 7000) || !holds(round[2], 0, 3 << 20))
      return 2;
    std::memset(round[0], 9, 300);
    std::memset(round[1], 9, 7000);
    std::memset(round[2], 9, 3 << 20);
    std::free(round[1]);
    round[3] = std::malloc(7000);
    if (!holds(round[3], 0, 7000))
      return 3;
    std::memset(before, 2, 100);
    std::free(before);
    pincerHeapReset();
    if (!holds(before, 1, 100) || ::malloc_usable_size(before) != 100)
      return 4;
  }
  for (const auto &round : addresses)
    if (std::memcmp(round, addresses[0], sizeof round) != 0)
      return 5;
  if (addresses[0][0] != spare)
    return 6;
  return 0;
}

TEST(HeapDeathTest, ResetGoesBackToTheMark) {
  EXPECT_EXIT(_exit(resetEqualsStart()), testing::ExitedWithCode(0), "");
}

TEST(HeapDeathTest, FillByte) {
  const auto filled = [] {
    pincerHeapFill(0xa5);
    void *volatile block = std::malloc(5000);
    bool good = holds(block, 0xa5, 5000);
    std::memset(block, 1, 5000);
    std::free(block);
    block = std::malloc(5000);
    good = good && holds(block, 0xa5, 5000);
    void *volatile zeroed = std::calloc(5000, 1);
    block = std::realloc(block, 6000);
    return good && holds(zeroed, 0, 5000) && holds(static_cast<char *>(block) + 5000, 0xa5, 1000);
  };
  EXPECT_EXIT(_exit(filled() ? 0 : 1), testing::ExitedWithCode(0), "");
}

TEST(Heap, OwnershipEndsWithFree) {
  void *volatile block = std::malloc(40);
  pincerHeapOwn(block);
  EXPECT_TRUE(pincerHeapIsOwned(block));
  std::free(block);
  EXPECT_FALSE(pincerHeapIsOwned(block));
  void *again = std::malloc(40);
  EXPECT_EQ(again, block);
  EXPECT_FALSE(pincerHeapIsOwned(again));
  std::free(again);
}

TEST(Heap, BlocksAreFoundByWhatLiesInThem) {
  std::vector<char *> blocks;
  for (std::size_t i = 0; i < 500; ++i)
    blocks.push_back(static_cast<char *>(std::malloc(1 + i * 7)));
  const auto blockAt = [](const char *address) -> std::pair<const void *, std::uint64_t> {
    std::uint64_t size = 0;
    const void *block = pincerHeapBlockAt(address, &size);
    return {block, size};
  };
  for (std::size_t i = 0; i < 500; ++i) {
    const std::uint64_t size = 1 + i * 7;
    for (const std::size_t offset : {std::size_t{0}, size / 2, size - 1})
      EXPECT_EQ(blockAt(blocks[i] + offset), std::pair(static_cast<const void *>(blocks[i]), size));
    EXPECT_EQ(blockAt(blocks[i] + size).first, nullptr);
    EXPECT_EQ(blockAt(blocks[i] - 1).first, nullptr);
  }
  std::free(blocks[250]);
  EXPECT_EQ(blockAt(blocks[250] + 5).first, nullptr);
  EXPECT_EQ(blockAt(blocks[251] + 5).first, blocks[251]);
  int local = 0;
  EXPECT_EQ(blockAt(reinterpret_cast<char *>(&local)).first, nullptr);
  blocks[250] = nullptr;
  for (char *block : blocks)
    std::free(block);
}

} // namespace
