#pragma once

namespace clang {
class CXXRecordDecl;
class Decl;
class Sema;
} // namespace clang

namespace frontend {

/// Whether code outside may name it: neither it nor a class around it is private or protected.
bool isAccessible(const clang::Decl &declared);

/// Whether code outside may copy its objects, or delete them. Declares what the compiler would
/// declare on first use.
bool isCopyable(clang::Sema &sema, const clang::CXXRecordDecl &record);
bool isDestructible(clang::Sema &sema, const clang::CXXRecordDecl &record);

/// Whether one of its template arguments is a class derived from it (CRTP): it relies on being a
/// part of that.
bool isForDerived(const clang::CXXRecordDecl &record);

} // namespace frontend
