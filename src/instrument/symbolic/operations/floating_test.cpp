#include "instrument/testing/symbolic_checks_test.h"
#include "support/rng.h"

#include <bit>
#include <cstring>
#include <gmock/gmock.h>

// Numbers: floating point, libm, vectors, integers of more than 64 bits. Each program is run on
// several inputs; the terms of one run must foretell the branches of the next.

namespace instrument {
namespace {

using testing::asInputs;
using testing::Bytes;
using testing::expectForetold;
using testing::record;
using testing::Recording;
using testing::SymbolicProgram;

template <class T> void append(Bytes &bytes, T value) {
  const auto *begin = reinterpret_cast<const std::uint8_t *>(&value);
  bytes.insert(bytes.end(), begin, begin + sizeof value);
}

template <class T> Bytes bytesOf(std::initializer_list<T> values) {
  Bytes bytes;
  for (const T value : values)
    append(bytes, value);
  return bytes;
}

/// Runs on each input; each run foretells the next one, up to where they part.
std::vector<Recording> recordAll(const SymbolicProgram &program, const std::vector<Bytes> &inputs) {
  std::vector<Recording> recordings;
  for (const Bytes &bytes : inputs) {
    recordings.push_back(record(program, bytes));
    EXPECT_EQ(0, recordings.back().exitCode);
    EXPECT_EQ(0u, recordings.back().header.lost[PINCER_LOST_STALE]);
    for (const PincerEvent &event : recordings.back().events)
      EXPECT_EQ(event.value, recordings.back().terms.at(event.term - 1).value);
  }
  std::size_t foretold = 0;
  for (std::size_t i = 1; i < inputs.size(); ++i)
    foretold += expectForetold(recordings[i - 1], recordings[i], inputs[i]);
  EXPECT_LT(0u, foretold);
  return recordings;
}

std::uint64_t lostInAll(const std::vector<Recording> &recordings) {
  std::uint64_t lost = 0;
  for (const Recording &recording : recordings)
    for (const std::uint64_t count : recording.header.lost)
      lost += count;
  return lost;
}

const std::vector<Bytes> &pairsOfDoubles() {
  static const double nan = std::bit_cast<double>(0x7ff8000000000001ull);
  static const double infinity = std::bit_cast<double>(0x7ff0000000000000ull);
  static const std::vector<Bytes> pairs = {
      bytesOf({1.5, 2.25}),       bytesOf({-1.5, 0.0}),       bytesOf({0.0, -0.0}),
      bytesOf({1e300, 1e10}),     bytesOf({nan, 1.0}),        bytesOf({2.0, nan}),
      bytesOf({infinity, 1.0}),   bytesOf({-infinity, 3.0}),  bytesOf({4.9e-324, 2.5}),
      bytesOf({2147483648., 2.}), bytesOf({-9.3e18, 1.8e19}), bytesOf({0.1, 0.2}),
      bytesOf({7.5, 8.5}),        bytesOf({-0.5, 255.9})};
  return pairs;
}

/// A program of one check per line, each a branch.
SymbolicProgram checks(const std::string &declarations, const std::string &conditions) {
  return SymbolicProgram(
      "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n#include <stdatomic.h>\n"
      "volatile int hits; static void check(int holds) { if (holds) hits++; }\n" +
      declarations + "\nvoid subject(unsigned char *in, int count) {\n" + conditions + "}\n");
}

TEST(SymbolicNumbers, ArithmeticOnDoubles) {
  const SymbolicProgram program = checks(
      "__attribute__((noinline)) double mix(double a, float b, double c) { return a * b - c; }\n"
      "struct two { double d; float f; }; __attribute__((noinline)) struct two make(double a) { "
      "struct two t = { a, (float)a }; return t; }\n",
      R"(double a, b; memcpy(&a, in, 8); memcpy(&b, in + 8, 8); float f = (float)a, g = (float)b;
  check(a + b > 3.5); check(a - b < 0); check(a * b == 3.375); check(a / b >= 0.5); check(-a > 1);
  check(f + g > 3.5f); check(f * g == 3.375f); check(f / g >= 0.5f); check(-f > 1); check(f != g);
  check(fmod(a, 2) == 1.5); check(a == b); check(!(a < b)); check(!(a <= b)); check(isunordered(a, b)); check(islessgreater(a, b));
  check((int)a == 1); check((unsigned)a > 5); check((int64_t)b == 2); check((uint64_t)b > 1); check((signed char)a == 7); check((uint16_t)f == 1);
  check((double)(int)in[0] > 3); check((float)(unsigned)in[1] * 2 > 7); check((double)*(uint64_t *)in > 1e18); check((float)*(int64_t *)in < 0);
  check(mix(a, g, 2) > 1); check(make(a).d > 1 && make(b).f < 3); check((a > b ? a : b) > 2);
  double array[3] = { a, b, a + b }; check(array[(in[0] & 1) + 1] > 2); uint64_t bits; memcpy(&bits, &a, 8); check(bits >> 63);
)");
  EXPECT_EQ(0u, lostInAll(recordAll(program, pairsOfDoubles())));
}

TEST(SymbolicNumbers, FunctionsThatAreOperations) {
  const SymbolicProgram program = checks(
      "",
      R"(double a, b; memcpy(&a, in, 8); memcpy(&b, in + 8, 8); float f = (float)a, g = (float)b;
  check(fabs(a) > 1); check(fabsf(f) > 1); check(sqrt(a) > 1.2); check(sqrtf(f) > 1.2f); check(floor(a) == 1); check(ceil(a) == 2); check(trunc(a) == -1);
  check(rint(a) == 2); check(nearbyint(b) == 2); check(round(a) == 2); check(floorf(f) == 1); check(roundf(f) == 8); check(__builtin_roundeven(a) == 8);
  check(lround(a) == 2); check(lrint(b) == 2); check(llroundf(f) == 8); check(llrint(a) < 0);
  check(copysign(a, b) < 0); check(copysignf(f, g) < 0); check(fmin(a, b) > 1); check(fmax(a, b) > 2); check(fmaxf(f, g) < 3);
  check(fma(a, b, 1) > 4); check(fmaf(f, g, 1) > 4); check(isnan(a)); check(isinf(b)); check(isfinite(a)); check(isnormal(a)); check(signbit(b)); check(fpclassify(a) == FP_ZERO);
  check(isgreater(a, b)); check(isinf(a) > 0); check(fmodf(f, g) > 1);
)");
  EXPECT_EQ(0u, lostInAll(recordAll(program, pairsOfDoubles())));
}

TEST(SymbolicNumbers, FunctionsOfLibmStayInTermsByName) {
  const SymbolicProgram program =
      checks("static double own(double x) { return x > 1 ? sin(x) : cos(x); }\n",
             R"(double a, b; memcpy(&a, in, 8); memcpy(&b, in + 8, 8); float f = (float)a;
  check(own(a) > 0.5); check(pow(a, b) > 2); check(exp(a) > 4); check(logf(f) > 0.1f); check(atan2(a, b) > 0.5); check(hypot(a, b) > 2.6); check(cbrt(b) > 1.3);
  check(remainder(a, 1) < 0); check(fdim(b, a) > 0.5);
)");
  const auto recordings = recordAll(program, pairsOfDoubles());
  EXPECT_EQ(0u, lostInAll(recordings));
  std::size_t applied = 0;
  for (const PincerTerm &term : recordings[0].terms)
    applied += term.operation == PINCER_OP_Apply;
  EXPECT_EQ(9u, applied);
}

TEST(SymbolicNumbers, OtherRoundingsHaveNoTerms) {
  const SymbolicProgram program =
      checks("#include <fenv.h>\n",
             "double a; memcpy(&a, in, 8); fesetround(FE_UPWARD); volatile double third = a / 3; "
             "fesetround(FE_TONEAREST); check(third > 1); check(a / 7 > 0.5);\n");
  const auto recordings = recordAll(program, {bytesOf({1.0}), bytesOf({5.0})});
  EXPECT_LT(0u, recordings[0].header.lost[PINCER_LOST_FLOAT]);
  EXPECT_EQ(1u, recordings[0].eventsOf(PINCER_EVENT_BRANCH).size());
}

TEST(SymbolicNumbers, VectorsAreTheirElements) {
  const SymbolicProgram program = checks(
      R"(#include <emmintrin.h>
  typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16))); typedef unsigned char b16 __attribute__((vector_size(16)));
  struct point { float x, y; }; __attribute__((noinline)) struct point moved(struct point p, float by) { p.x += by; p.y -= by; return p; }
  __attribute__((noinline)) v4 added(v4 a, v4 b) { return a + b * 2; }
  __attribute__((noinline)) int at(v4 a, int i) { return a[i]; }
)",
      R"(v4 a, b; memcpy(&a, in, 16); b = (v4){ in[0], in[1], in[2], in[3] };
  v4 c = added(a, b); check(c[0] > 100); check(c[3] < 0); v4 d = a < b; check(d[1]); v4 e = __builtin_shufflevector(a, b, 0, 5, 2, 7); check(e[1] == in[1]); check(e[0] > 7);
  b16 s = (b16)a; check(s[5] + s[6] > 30); b16 t = s + s; check(t[3] == 200); check(__builtin_reduce_add(b) > 100); check(__builtin_reduce_max(b) == in[2]);
  f4 f = __builtin_convertvector(b, f4); f = f * 0.5f; check(f[1] > 3.5f); v4 g = __builtin_convertvector(f, v4); check(g[1] == 3);
  struct point p = { in[4], in[5] }; p = moved(p, 1.5f); check(p.x > 10); check(p.y < 5);
  v4 h = a; h[in[6] & 3] = in[7]; check(h[2] == in[7]); check(at(b, in[8] & 3) == in[1]); v4 k = __builtin_elementwise_max(a, -b); check(k[2] > 0); k = __builtin_elementwise_abs(a); check(k[3] > 0); check((a | b)[1] & 64); check((b << 3)[0] == 80);
  uint64_t x = in[9]; memcpy(&x, &a, 4); check(x == 77); __m128i m = _mm_cmpeq_epi8((__m128i)a, _mm_set1_epi8(7)); check(_mm_movemask_epi8(m) == 64); check(_mm_movemask_ps((__m128)a) == 8);
)");
  const auto recordings = recordAll(
      program,
      {bytesOf<std::uint8_t>({10, 20, 30, 40, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}),
       bytesOf<std::uint8_t>({10, 20, 30, 40, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 216}),
       bytesOf<std::uint8_t>({90, 20, 30, 100, 5, 66, 7, 8, 9, 10, 11, 12, 13, 14, 15, 216}),
       bytesOf<std::uint8_t>({10, 7, 30, 100, 5, 66, 7, 8, 9, 10, 11, 12, 13, 14, 15, 216}),
       bytesOf<std::uint8_t>({77, 0, 0, 0, 255, 66, 2, 3, 1, 0, 0, 0, 13, 14, 15, 216})});
  EXPECT_EQ(0u, lostInAll(recordings));
}

/// One line per intrinsic that SSE has of its own; compiled natively and instrumented, they must
/// give the same.
constexpr const char *machineVectors = R"(#include <smmintrin.h>
#include <string.h>
enum { results = 48 };
__attribute__((target("sse4.1"))) static void FUNCTION(const unsigned char *in, __m128i *out) {
  __m128i a = _mm_loadu_si128((const __m128i *)in), b = _mm_loadu_si128((const __m128i *)(in + 16)), few = _mm_cvtsi32_si128(in[0] & 31);
  __m128 f = _mm_cvtepi32_ps(a), g = _mm_castsi128_ps(b); __m128d d = _mm_castsi128_pd(a), e = _mm_cvtepi32_pd(b); int i = 0;
  out[i++] = _mm_packs_epi16(a, b); out[i++] = _mm_packs_epi32(a, b); out[i++] = _mm_packus_epi16(a, b); out[i++] = _mm_packus_epi32(a, b);
  out[i++] = _mm_madd_epi16(a, b); out[i++] = _mm_maddubs_epi16(a, b); out[i++] = _mm_hadd_epi16(a, b); out[i++] = _mm_hadd_epi32(a, a); out[i++] = _mm_mulhi_epi16(a, b); out[i++] = _mm_mulhi_epu16(a, b);
  out[i++] = _mm_avg_epu8(a, b); out[i++] = _mm_avg_epu16(a, b); out[i++] = _mm_sad_epu8(a, b); out[i++] = _mm_shuffle_epi8(a, b); out[i++] = _mm_blendv_epi8(a, b, _mm_add_epi8(a, b));
  out[i++] = _mm_slli_epi16(a, 3); out[i++] = _mm_srli_epi32(a, 7); out[i++] = _mm_srai_epi16(a, 5); out[i++] = _mm_slli_epi64(a, 70); out[i++] = _mm_srai_epi32(a, 40); out[i++] = _mm_srli_epi64(a, 33);
  out[i++] = _mm_sll_epi16(a, few); out[i++] = _mm_sll_epi32(a, few); out[i++] = _mm_srl_epi64(a, few); out[i++] = _mm_sra_epi32(a, few); out[i++] = _mm_sra_epi16(a, b); out[i++] = _mm_srl_epi16(a, b);
  out[i++] = _mm_castps_si128(_mm_min_ps(f, g)); out[i++] = _mm_castps_si128(_mm_max_ps(f, g)); out[i++] = _mm_castpd_si128(_mm_min_pd(d, e)); out[i++] = _mm_castpd_si128(_mm_max_sd(d, e)); out[i++] = _mm_castps_si128(_mm_min_ss(f, g));
  out[i++] = _mm_cvttps_epi32(g); out[i++] = _mm_cvtps_epi32(_mm_mul_ps(f, _mm_set1_ps(0.3f))); out[i++] = _mm_cvttpd_epi32(d); out[i++] = _mm_cvtpd_epi32(e); out[i++] = _mm_castps_si128(_mm_cvtpd_ps(e)); out[i++] = _mm_castps_si128(_mm_cvtsd_ss(f, e));
  out[i++] = _mm_set1_epi32(_mm_comilt_ss(f, g) + 2 * _mm_comieq_ss(f, f) + 4 * _mm_ucomigt_sd(d, e) + 8 * _mm_comineq_sd(d, d) + 16 * _mm_comile_ss(f, g) + 32 * _mm_comige_sd(e, d));
  out[i++] = _mm_set1_epi32(_mm_testz_si128(a, b) + 2 * _mm_testc_si128(a, b) + 4 * _mm_testnzc_si128(a, b));
  out[i++] = _mm_adds_epi16(a, b); out[i++] = _mm_subs_epu8(a, b); out[i++] = _mm_min_epu8(a, b); out[i++] = _mm_max_epi16(a, b); out[i++] = _mm_mul_epu32(a, b); out[i++] = _mm_unpackhi_epi8(a, b); out[i++] = _mm_cmpgt_epi32(a, b); out[i++] = _mm_abs_epi16(a);
}
)";

/// The same for AVX, whose vectors have 32 bytes; most of it is SSE in two lanes.
constexpr const char *largeVectors = R"(#include <immintrin.h>
#include <string.h>
enum { results = 83 };
__attribute__((target("avx2,fma,f16c"))) static void FUNCTION(const unsigned char *in, __m256i *out) {
  __m256i a = _mm256_loadu_si256((const __m256i *)in), b = _mm256_loadu_si256((const __m256i *)(in + 32)), c = _mm256_and_si256(b, _mm256_set1_epi32(63)), s = _mm256_sub_epi8(b, a); __m128i few = _mm_cvtsi32_si128(in[0] & 31), low = _mm256_castsi256_si128(a);
  __m256 f = _mm256_cvtepi32_ps(a), g = _mm256_castsi256_ps(b), h = _mm256_mul_ps(f, _mm256_set1_ps(1e-7f)); __m256d d = _mm256_castsi256_pd(a), e = _mm256_cvtepi32_pd(_mm256_castsi256_si128(b)), k = _mm256_mul_pd(e, _mm256_set1_pd(1e-7)); int i = 0;
  out[i++] = _mm256_packs_epi16(a, b); out[i++] = _mm256_packs_epi32(a, b); out[i++] = _mm256_packus_epi16(a, b); out[i++] = _mm256_packus_epi32(a, b);
  out[i++] = _mm256_madd_epi16(a, b); out[i++] = _mm256_maddubs_epi16(a, b); out[i++] = _mm256_mulhi_epi16(a, b); out[i++] = _mm256_mulhi_epu16(a, b); out[i++] = _mm256_mulhrs_epi16(a, b);
  out[i++] = _mm256_hadd_epi16(a, b); out[i++] = _mm256_hadd_epi32(a, b); out[i++] = _mm256_hadds_epi16(a, b); out[i++] = _mm256_hsub_epi16(a, b); out[i++] = _mm256_hsub_epi32(a, b); out[i++] = _mm256_hsubs_epi16(a, b);
  out[i++] = _mm256_avg_epu8(a, b); out[i++] = _mm256_avg_epu16(a, b); out[i++] = _mm256_sad_epu8(a, b); out[i++] = _mm256_shuffle_epi8(a, b); out[i++] = _mm256_blendv_epi8(a, b, s);
  out[i++] = _mm256_sign_epi8(a, s); out[i++] = _mm256_sign_epi16(a, s); out[i++] = _mm256_sign_epi32(a, s);
  out[i++] = _mm256_slli_epi16(a, 3); out[i++] = _mm256_srli_epi32(a, 7); out[i++] = _mm256_srai_epi16(a, 5); out[i++] = _mm256_slli_epi64(a, 70); out[i++] = _mm256_srai_epi32(a, 40); out[i++] = _mm256_srli_epi64(a, 33);
  out[i++] = _mm256_sll_epi16(a, few); out[i++] = _mm256_sll_epi32(a, few); out[i++] = _mm256_srl_epi64(a, few); out[i++] = _mm256_sra_epi32(a, few); out[i++] = _mm256_sra_epi16(a, low); out[i++] = _mm256_srl_epi16(a, low);
  out[i++] = _mm256_sllv_epi32(a, c); out[i++] = _mm256_sllv_epi64(a, c); out[i++] = _mm256_srlv_epi32(a, c); out[i++] = _mm256_srlv_epi64(a, b); out[i++] = _mm256_srav_epi32(a, c); out[i++] = _mm256_zextsi128_si256(_mm_srav_epi32(low, _mm256_castsi256_si128(c)));
  out[i++] = _mm256_permutevar8x32_epi32(a, b); out[i++] = _mm256_castps_si256(_mm256_permutevar8x32_ps(f, b)); out[i++] = _mm256_castps_si256(_mm256_permutevar_ps(f, b)); out[i++] = _mm256_castpd_si256(_mm256_permutevar_pd(d, b)); out[i++] = _mm256_permute4x64_epi64(a, 0x1b); out[i++] = _mm256_permute2x128_si256(a, b, 0x21); out[i++] = _mm256_alignr_epi8(a, b, 5); out[i++] = _mm256_shuffle_epi32(a, 0x1b);
  out[i++] = _mm256_castps_si256(_mm256_min_ps(f, g)); out[i++] = _mm256_castps_si256(_mm256_max_ps(f, g)); out[i++] = _mm256_castpd_si256(_mm256_min_pd(d, e)); out[i++] = _mm256_castpd_si256(_mm256_max_pd(d, e)); out[i++] = _mm256_castps_si256(_mm256_blendv_ps(f, h, g)); out[i++] = _mm256_castpd_si256(_mm256_blendv_pd(e, k, d));
  out[i++] = _mm256_cvttps_epi32(g); out[i++] = _mm256_cvtps_epi32(h); out[i++] = _mm256_zextsi128_si256(_mm256_cvttpd_epi32(d)); out[i++] = _mm256_zextsi128_si256(_mm256_cvtpd_epi32(k)); out[i++] = _mm256_castps_si256(_mm256_zextps128_ps256(_mm256_cvtpd_ps(k))); out[i++] = _mm256_cvtepu8_epi32(low); out[i++] = _mm256_cvtepi8_epi16(low);
  out[i++] = _mm256_castps_si256(_mm256_hadd_ps(f, h)); out[i++] = _mm256_castps_si256(_mm256_hsub_ps(f, h)); out[i++] = _mm256_castpd_si256(_mm256_hadd_pd(e, k)); out[i++] = _mm256_castpd_si256(_mm256_hsub_pd(e, k)); out[i++] = _mm256_castps_si256(_mm256_addsub_ps(f, h)); out[i++] = _mm256_castpd_si256(_mm256_addsub_pd(e, k)); out[i++] = _mm256_castps_si256(_mm256_dp_ps(f, h, 0x73));
  out[i++] = _mm256_castps_si256(_mm256_round_ps(h, 0)); out[i++] = _mm256_castps_si256(_mm256_floor_ps(h)); out[i++] = _mm256_castpd_si256(_mm256_ceil_pd(k)); out[i++] = _mm256_castpd_si256(_mm256_round_pd(k, 11)); out[i++] = _mm256_castps_si256(_mm256_round_ps(h, 4)); out[i++] = _mm256_castps_si256(_mm256_fmadd_ps(f, h, f)); out[i++] = _mm256_castps_si256(_mm256_cmp_ps(f, g, 13)); out[i++] = _mm256_castpd_si256(_mm256_cmp_pd(d, e, 20));
  out[i++] = _mm256_set1_epi32(_mm256_testz_si256(a, b) + 2 * _mm256_testc_si256(a, b) + 4 * _mm256_testnzc_si256(a, b) + 8 * _mm256_movemask_ps(g) + 4096 * _mm256_movemask_pd(d)); out[i++] = _mm256_set1_epi32(_mm256_movemask_epi8(s));
  out[i++] = _mm256_abs_epi16(a); out[i++] = _mm256_mul_epi32(a, b); out[i++] = _mm256_adds_epu8(a, b); out[i++] = _mm256_unpackhi_epi16(a, b);
}
)";

constexpr const char *maskedAccesses = R"(#include <immintrin.h>
#include <string.h>
enum { results = 14 };
__attribute__((target("avx2"))) static void FUNCTION(const unsigned char *in, __m256i *out) {
  __m256i a = _mm256_loadu_si256((const __m256i *)in), b = _mm256_loadu_si256((const __m256i *)(in + 32)), some = _mm256_and_si256(b, _mm256_set1_epi32(7)), few = _mm256_and_si256(b, _mm256_set1_epi64x(3)), half = _mm256_set_epi32(-1, 0, -1, 0, 5, -1, 0, -1); __m128i low = _mm256_castsi256_si128(some); int i = 0;
  out[i++] = _mm256_i32gather_epi32((const int *)in, some, 4); out[i++] = _mm256_i64gather_epi64((const long long *)in, few, 8); out[i++] = _mm256_i32gather_epi64((const long long *)in, low, 4); out[i++] = _mm256_zextsi128_si256(_mm256_i64gather_epi32((const int *)in, few, 1)); out[i++] = _mm256_zextsi128_si256(_mm_i64gather_epi32((const int *)in, _mm256_castsi256_si128(few), 2));
  out[i++] = _mm256_castps_si256(_mm256_i32gather_ps((const float *)in, some, 4)); out[i++] = _mm256_castpd_si256(_mm256_i32gather_pd((const double *)in, low, 4)); out[i++] = _mm256_mask_i32gather_epi32(a, (const int *)in, some, b, 4); out[i++] = _mm256_castpd_si256(_mm256_mask_i64gather_pd(_mm256_castsi256_pd(a), (const double *)in, few, _mm256_castsi256_pd(b), 8));
  out[i++] = _mm256_maskload_epi32((const int *)in, half); out[i++] = _mm256_maskload_epi64((const long long *)in, b); out[i++] = _mm256_castps_si256(_mm256_maskload_ps((const float *)in, half)); out[i] = b; _mm256_maskstore_epi32((int *)&out[i++], half, a); out[i] = a; _mm256_maskstore_pd((double *)&out[i++], b, _mm256_castsi256_pd(b));
}
)";

constexpr const char *machineWords = R"(#include <immintrin.h>
#include <string.h>
enum { results = 18 };
__attribute__((target("bmi,bmi2,sse4.2"))) static void FUNCTION(const unsigned char *in, unsigned long long *out) {
  unsigned long long a, b, sum; memcpy(&a, in, 8); memcpy(&b, in + 8, 8); unsigned low; int i = 0;
  out[i++] = _pext_u32((unsigned)a, (unsigned)b); out[i++] = _pext_u64(a, b); out[i++] = _pext_u64(a, 0x0f0f0ff000000081); out[i++] = _pdep_u32((unsigned)a, (unsigned)b); out[i++] = _pdep_u64(a, b); out[i++] = _pext_u64(a, ~0ull); out[i++] = _pdep_u64(a, ~0ull);
  out[i++] = _bzhi_u32((unsigned)a, (unsigned)b & 63); out[i++] = _bzhi_u64(a, (unsigned)b); out[i++] = _bextr_u32((unsigned)a, in[8] & 31, in[9] & 31); out[i++] = _bextr_u64(a, in[8], in[9]);
  out[i++] = _mm_crc32_u8((unsigned)a, (unsigned char)b); out[i++] = _mm_crc32_u16((unsigned)a, (unsigned short)b); out[i++] = _mm_crc32_u32((unsigned)a, (unsigned)b); out[i++] = _mm_crc32_u64(a, b);
  out[i++] = _addcarry_u64(in[0] & 1, a, b << 7, &sum) + sum * 2; out[i++] = _subborrow_u64(in[0] & 1, a, b, &sum) + sum * 2; out[i++] = _addcarry_u32(in[1] & 1, (unsigned)a, (unsigned)b, &low) + low * 2ull;
}
)";

/// `size`: of a result, bytes.
void expectTheSame(const std::string &text, int size) {
  const std::string name = "FUNCTION";
  const auto called = [&](const char *function) {
    return std::string(text).replace(text.find(name), name.size(), function);
  };
  const std::string head = "enum { size = " + std::to_string(size) + " };\n";
  const SymbolicProgram program(
      head +
          "#include <stdlib.h>\nvolatile int hits; static void check(int holds) { if (holds) "
          "hits++; }\n" +
          called("own") + R"(int unlike(const unsigned char *in, const void *out);
void subject(unsigned char *in, int count) {
  static __attribute__((aligned(32))) char out[results * size];
  own(in, (void *)out);
  for (int i = 0; i < results; i++) {
    unsigned short lane;
    memcpy(&lane, out + i * size + 2, 2); check(lane == 0x0102);
    memcpy(&lane, out + i * size + size / 2, 2); check(lane > 77);
  }
  const int at = unlike(in, out); if (at) exit(2 + at);
}
)",
      head + called("native") + R"(int unlike(const unsigned char *in, const void *out) {
  static __attribute__((aligned(32))) char expected[results * size];
  native(in, (void *)expected);
  for (int i = 0; i < results; i++) if (memcmp(expected + i * size, (const char *)out + i * size, size) != 0) return 1 + i;
  return 0;
}
)");
  std::vector<Bytes> inputs;
  support::Rng rng(7);
  for (int i = 0; i < 6; ++i) {
    Bytes bytes;
    for (int at = 0; at < 2 * size; ++at)
      bytes.push_back(static_cast<std::uint8_t>(i == 0 ? at : rng.below(i % 2 ? 256 : 128)));
    inputs.push_back(bytes);
  }
  for (const Recording &recording : recordAll(program, inputs)) {
    EXPECT_EQ(0u, recording.header.lost[PINCER_LOST_WIDE]);
    EXPECT_EQ(0u, recording.header.lost[PINCER_LOST_INSTRUCTION]);
  }
}

TEST(SymbolicNumbers, MachineVectorsGiveWhatTheMachineGives) { expectTheSame(machineVectors, 16); }

TEST(SymbolicNumbers, LargeVectorsGiveWhatTheMachineGives) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "this machine has no AVX2";
  expectTheSame(largeVectors, 32);
  expectTheSame(maskedAccesses, 32);
}

TEST(SymbolicNumbers, MachineWordsGiveWhatTheMachineGives) {
  if (!__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("sse4.2"))
    GTEST_SKIP() << "this machine has no BMI2";
  expectTheSame(machineWords, 8);
}

TEST(SymbolicNumbers, IntegersOf128Bits) {
  const SymbolicProgram program = checks(
      R"(typedef unsigned __int128 u; typedef __int128 s; typedef unsigned _BitInt(100) u100; typedef _BitInt(77) s77;
  __attribute__((noinline)) u mul(uint64_t a, uint64_t b) { return (u)a * b; }
  __attribute__((noinline)) s pick(s a, s b, int c) { return c ? a : b; }
  u stored[2];
)",
      R"(u a, b; memcpy(&a, in, 16); memcpy(&b, in + 3, 8); memcpy((char *)&b + 8, in + 8, 8); uint64_t low = (uint64_t)a, high = (uint64_t)(a >> 64);
  check((uint64_t)(mul(low, high) >> 64) > 1000000); check(a + b > (u)1 << 126); check(a - b == 5); check(a * b > b); check((a & b) == 0); check((a ^ b) >> 100 == 7); check((a | b) != a);
  check((a << (in[0] & 127)) > b); check((a >> (in[1] & 127)) == 3); check(((s)a >> (in[2] & 127)) < 0); check((s)a < (s)b); check((s)a <= 0); check(a >= b); check((s)a == -(s)in[3]);
  check(pick((s)a, (s)b, in[0] > 20) > 0); stored[in[3] & 1] = a; check(stored[0] > 9); check((uint32_t)(stored[in[3] & 1] >> 40) == 0x08070605); check((s)(int)in[4] * -3 == -15);
  u100 m = (u100)a; check(m * 3 > (u100)b); check((m >> 90) == 5); check((m << 7) < m); s77 q = (s77)a; check(q < 0); check((q >> 5) == 1); check((s)q + 1 > 0); check(a == (u)77 << 64);
  check(__builtin_popcountg(a) == 9); check(__builtin_clzg(a | 1) == 64); check(__builtin_ctzg(a | (u)1 << 127) == 66); u r; check(__builtin_add_overflow(a, b, &r)); check(__builtin_sub_overflow((s)a, (s)b, (s *)&r)); check((uint64_t)r == 7);
  uint64_t o; check(__builtin_add_overflow((int64_t)low, high, &o)); check((a << 9 | a >> 119) == 9); check((a << (in[0] & 127) | a >> (-in[0] & 127)) > b); check(__builtin_elementwise_max(a, b) == b);
)");
  const auto recordings = recordAll(
      program, {bytesOf<std::uint64_t>({10, 20, 30}), bytesOf<std::uint64_t>({~0ull, ~0ull, 30}),
                bytesOf<std::uint64_t>({0x0807060504030201, 0x100f0e0d0c0b0a09, 1}),
                bytesOf<std::uint64_t>({0, 77, 30}), bytesOf<std::uint64_t>({5, 0, 1}),
                bytesOf<std::uint64_t>({0x8000000000000000, 0x7fffffffffffffff, 3})});
  EXPECT_EQ(0u, lostInAll(recordings));
}

TEST(SymbolicNumbers, DivisionsOf128Bits) {
  const SymbolicProgram program = checks(
      R"(typedef unsigned __int128 u; typedef __int128 s; typedef unsigned _BitInt(100) u100; typedef _BitInt(77) s77;
  __attribute__((noinline)) uint64_t times(uint64_t a, uint64_t b, uint64_t m) { return (u)a * b % m; }
)",
      R"(u a, b; memcpy(&a, in, 16); memcpy(&b, in + 16, 16); uint64_t x = (uint64_t)a, y = (uint64_t)(a >> 64), z = (uint64_t)b | 1; b |= 1;
  check(times(x, y, z) > 5); check(times(x, y, 1000000007) == 200); check((u)x * y / z == 40); check(a % 10 == 3); check(a / 1000 > 99999); check((uint32_t)(a / 1000 >> 64) == 0); check(a / b == 2); check(a % b > 7);
  check((s)a / (s)b < 0); check((s)a % (s)b < 0); check((s)a / (int64_t)z == -3); check((s)a % (int64_t)z == -1); check((s)a / -7 > 9); check((s)a % ((s)1 << 100 | 5) < 3); check((s)(int64_t)x * (int64_t)y / 77 < 0);
  u100 m = (u100)a; check(m / ((u100)b | 1) == 9); check(m % 77 == 5); s77 q = (s77)a; check(q / ((s77)b | 1) == 0); check(q % 9 < 0); uint64_t o; int64_t p; check(__builtin_mul_overflow(x, y, &o)); check(__builtin_mul_overflow((int64_t)x, (int64_t)y, &p));
)");
  const auto recordings = recordAll(
      program, {bytesOf<std::uint64_t>({10, 20, 30, 0}), bytesOf<std::uint64_t>({10, 20, 30, 40}),
                bytesOf<std::uint64_t>({~0ull, ~0ull, 30, 0}),
                bytesOf<std::uint64_t>({0x0807060504030201, 0x100f0e0d0c0b0a09, 1, 1}),
                bytesOf<std::uint64_t>({0x0807060504030201, 0xf00f0e0d0c0b0a09, 1, 1ull << 63}),
                bytesOf<std::uint64_t>({0, 77, ~0ull, 0}), bytesOf<std::uint64_t>({5, 0, 1, ~0ull}),
                bytesOf<std::uint64_t>({0x8000000000000000, 0x7fffffffffffffff, 3, 2})});
  EXPECT_EQ(0u, lostInAll(recordings));
}

TEST(SymbolicNumbers, LongDoubles) {
  const SymbolicProgram program = checks(
      "__attribute__((noinline)) long double mix(long double a, float b, long double c) { return a "
      "* b - c; }\n"
      "struct two { long double d; float f; }; __attribute__((noinline)) struct two "
      "make(long double a) { struct two t = { a * 2, (float)a }; return t; }\n"
      "#include <stdarg.h>\n__attribute__((noinline)) long double sum(int n, ...) { va_list l; "
      "va_start(l, n); long double s = 0; for (; n > 0; n--) s += va_arg(l, long double); "
      "va_end(l); return s; }\nlong double kept[3];\n",
      R"(double x, y; memcpy(&x, in, 8); memcpy(&y, in + 8, 8); long double a = x, b = (float)y;
  check(a + b > 3.5L); check(a - b < 0); check(a * b == 3.375L); check(a / b >= 0.5L); check(-a > 1); check(a != b); check(!(a < b)); check(a / 3 * 3 == a);
  check((double)(a / 3) > 0.4); check((float)(a / 3) > 0.4f); check((int)a == 1); check((unsigned)b > 5); check((int64_t)b == 2); check((uint64_t)b > 1); check((signed char)a == 7); check((uint16_t)a == 1); check((long double)*(uint64_t *)in > 1e18L); check((long double)*(int64_t *)in < 0); check((long double)in[0] > 3);
  check(fabsl(a) > 1); check(sqrtl(a) > 1.2L); check(floorl(a) == 1); check(ceill(a) == 2); check(truncl(a) == -1); check(rintl(a) == 2); check(roundl(a) == 8); check(lroundl(a) == 2); check(llrintl(b) == 2); check(fmodl(a, b) == 1.5L);
  check(copysignl(a, b) < 0); check(fminl(a, b) > 1); check(fmaxl(a, b) > 2); check(isnan(a)); check(isinf(b)); check(isfinite(a)); check(isnormal(a)); check(signbit(b)); check(isunordered(a, b)); check(islessgreater(a, b)); check(fpclassify(a) == FP_ZERO); check(powl(a, b) > 2); check(expl(a) > 4); check(sinl(b) > 0.5L);
  check(mix(a, (float)y, 2) > 1); check(make(a).d > 1 && make(b).f < 3); check((a > b ? a : b) > 2); kept[0] = a; kept[1] = b; kept[2] = a + b; check(kept[(in[0] & 1) + 1] > 2); check(sum(2, a, b) > 3.5L); unsigned char raw[16]; memcpy(raw, &a, 10); check(raw[9] == 63);
)");
  const auto recordings = recordAll(program, pairsOfDoubles());
  EXPECT_EQ(0u, lostInAll(recordings));
}

TEST(SymbolicNumbers, PairsAreChosenByAddresses) {
  const SymbolicProgram program = checks(
      "typedef unsigned __int128 u; u whole[4]; long double numbers[4]; typedef int v4 "
      "__attribute__((vector_size(16))); v4 vectors[4];\n",
      "for (int i = 0; i < 4; i++) { whole[i] = (u)(i + 5) << 64 | i; numbers[i] = i + 0.5L; "
      "vectors[i] = (v4){ i, 2 * i, 3, in[3] }; }\n"
      "check(whole[in[0] & 3] >> 64 == 6); check(whole[in[0] & 3] == ((u)7 << 64 | 2)); "
      "check(numbers[in[1] & 3] > 1); check(vectors[in[1] & 3][1] == 4);\n"
      "whole[in[2] & 3] += in[3]; numbers[in[2] & 3] *= in[3]; check(whole[1] == ((u)6 << 64 | "
      "10)); check(numbers[3] == 31.5L); check(numbers[0] < 0.25L);\n");
  const auto recordings =
      recordAll(program, {bytesOf<std::uint8_t>({1, 2, 3, 9}), bytesOf<std::uint8_t>({2, 0, 1, 9}),
                          bytesOf<std::uint8_t>({3, 1, 0, 0}), bytesOf<std::uint8_t>({0, 3, 2, 1}),
                          bytesOf<std::uint8_t>({1, 2, 3, 9})});
  EXPECT_EQ(0u, lostInAll(recordings));
  EXPECT_TRUE(recordings[0].eventsOf(PINCER_EVENT_ADDRESS).empty()) << "nothing is held";
}

TEST(SymbolicNumbers, OtherPrecisionsOfTheX87HaveNoTerms) {
  const SymbolicProgram program = checks(
      "",
      "double a; memcpy(&a, in, 8); unsigned short old, narrow; __asm__ volatile(\"fnstcw %0\" "
      ": \"=m\"(old)); narrow = old & ~0x300; __asm__ volatile(\"fldcw %0\" : : \"m\"(narrow)); "
      "volatile long double third = (long double)a / 3; __asm__ volatile(\"fldcw %0\" : : "
      "\"m\"(old)); check(third > 1); volatile double again = a; check((long double)again / 7 > "
      "0.5L);\n");
  const auto recordings = recordAll(program, {bytesOf({1.0}), bytesOf({5.0})});
  EXPECT_LT(0u, recordings[0].header.lost[PINCER_LOST_FLOAT]);
  EXPECT_EQ(1u, recordings[0].eventsOf(PINCER_EVENT_BRANCH).size());
}

TEST(SymbolicNumbers, Halves) {
  const SymbolicProgram program = checks(
      "typedef _Float16 h; typedef h h4 "
      "__attribute__((vector_size(8)));\n__attribute__((noinline)) h "
      "mix(h a, h b) { return a * b - (h)0.5; }\n",
      R"(h a, b; double x; memcpy(&a, in, 2); memcpy(&b, in + 2, 2); memcpy(&x, in + 8, 8); h c = (h)x, d = (h)(float)x;
  check(a + b > (h)3.5); check((h)(a * b) == (h)3.375); check(a / b > 1); check(-a > 1); check(a != b); check((float)a > 1.25f); check((double)b * 3 > 7.5); check((int)a == 1); check((h)(int)in[0] > 3); check((h)*(int64_t *)in < 0);
  check(c > 1); check(c == d); check((float)c == 65504.0f); check((float)d < 0.001f); check(mix(a, b) > 1); check(mix(c, d) > 1); uint16_t bits; memcpy(&bits, &c, 2); check(bits == 0x7c00); check(bits >> 15); check(bits == 1); check((a > b ? a : c) > 1);
  h4 v = { a, b, c, d }; v = v + v; check((float)v[1] > 4.25f); check(__builtin_fabsf16(c) > 1);
)");
  std::vector<Bytes> inputs;
  const std::uint16_t halves[] = {0x3e00, 0x4080, 0xc100, 0x0001, 0x03ff, 0x7bff,
                                  0x7c00, 0x8000, 0xfc00, 0x7e01, 0x0400, 0x3555};
  const double numbers[] = {1.5,  65519.99, 65520, 0x1p-24, 0x1p-25, 0x1.8p-25,
                            -3.1, 1e300,    6e-5,  -0.0,    2049,    2051};
  for (std::size_t i = 0; i < std::size(halves); ++i) {
    Bytes bytes;
    append(bytes, halves[i]);
    append(bytes, halves[(i * 5 + 1) % std::size(halves)]);
    append(bytes, std::uint32_t{0});
    append(bytes, numbers[i]);
    inputs.push_back(bytes);
  }
  EXPECT_EQ(0u, lostInAll(recordAll(program, inputs)));
}

TEST(SymbolicNumbers, AtomicUpdatesOfEveryKind) {
  const SymbolicProgram program = checks(
      "static _Atomic int i; static _Atomic unsigned u; static _Atomic double d; static _Atomic "
      "float f;\n",
      R"(i = in[0]; check(__atomic_fetch_nand((int *)&i, in[1], 5) == 10); check(i == -1); i = (signed char)in[2];
  check(__atomic_fetch_max((int *)&i, in[3] - 50, 5) > 0); check(i == 30); check(__atomic_fetch_min((int *)&i, 5, 5) == 30); check(i == 5);
  u = in[1]; __atomic_fetch_max((unsigned *)&u, in[0], 5); check(u == 20); __atomic_fetch_min((unsigned *)&u, in[0], 5); check(u == 10);
  d = in[0]; d += in[1]; check(d > 29); f = in[0]; f -= 3; check(f < 8); check(atomic_exchange(&d, in[3] * 0.5) > 25); check(d == 20);
)");
  EXPECT_EQ(0u, lostInAll(recordAll(program, {{10, 20, 30, 40, 0, 0, 0, 0},
                                              {10, 20, 200, 40, 0, 0, 0, 0},
                                              {10, 3, 200, 40, 0, 0, 0, 0},
                                              {11, 3, 200, 41, 0, 0, 0, 0}})));
}

TEST(SymbolicNumbers, AssemblyLeavesNoTermsBehind) {
  // It writes the value that was there before: an old term would fit.
  const SymbolicProgram program =
      checks("", R"(int x = in[0], y = in[1]; __asm__("movl $10, %0" : "=m"(x)); check(x == 10);
  __asm__("addl $1, %0" : "+r"(y)); check(y == 21);)");
  const Recording recording = record(program, {10, 20});
  EXPECT_TRUE(recording.eventsOf(PINCER_EVENT_BRANCH).empty());
  EXPECT_LT(0u, recording.header.lost[PINCER_LOST_INSTRUCTION]);
}

} // namespace
} // namespace instrument
