#include "ir/refusable.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace ir {
namespace {

const char *const text = R"(
@hooks = constant { ptr, ptr } { ptr @malloc, ptr @free }
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define internal ptr @strdup(ptr %s) { ret ptr %s }
define ptr @f(ptr %s) {
  %p = call ptr @malloc(i64 3)
  %q = call ptr @strdup(ptr %s)
  ret ptr %p
}
define ptr @pincer_thunk_0() {
  %p = call ptr @malloc(i64 7)
  ret ptr %p
}

define ptr @_Z11pincer_roomIiEPT_m(i64 %count) {
  %p = call ptr @malloc(i64 8)
  ret ptr %p
}
)";

std::string routed(bool isMarked) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssemblyString(text, diagnostic, context);
  if (!module)
    return diagnostic.getMessage().str();
  if (isMarked)
    markRefusable(*module);
  routeRefusable(*module);
  EXPECT_FALSE(llvm::verifyModule(*module));
  std::string out;
  llvm::raw_string_ostream(out) << *module;
  return out;
}

bool has(const std::string &all, const std::string &part) {
  return all.find(part) != std::string::npos;
}

TEST(Refusable, CallsAndPointersOfTheSubjectAreRouted) {
  const std::string ir = routed(true);
  EXPECT_TRUE(has(ir, "@hooks = constant { ptr, ptr } { ptr @pincer_refusable_malloc, ptr @free }"))
      << ir;
  EXPECT_TRUE(has(ir, "call ptr @pincer_refusable_malloc(i64 3)"));
  EXPECT_TRUE(has(ir, "call ptr @strdup(ptr %s)")) << "one of its own";
  EXPECT_TRUE(has(ir, "call ptr @malloc(i64 7)")) << "a thunk makes room for the test";
  EXPECT_TRUE(has(ir, "call ptr @malloc(i64 8)")) << "for what a container holds, too";
}

TEST(Refusable, ModulesThatAreNotTheSubjectsStayAsTheyAre) {
  EXPECT_FALSE(has(routed(false), "pincer_refusable"));
}

} // namespace
} // namespace ir
