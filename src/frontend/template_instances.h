#pragma once

namespace clang {
class CXXRecordDecl;
class FunctionDecl;
} // namespace clang

namespace frontend {

/// The class itself, or of a template the first instance that the unit has and code behind the
/// source can name. Null: there is none.
const clang::CXXRecordDecl *instanceOf(const clang::CXXRecordDecl &pattern);

/// The same for functions.
const clang::FunctionDecl *instanceOf(const clang::FunctionDecl &pattern);

} // namespace frontend
