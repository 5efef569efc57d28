#pragma once

#include <set>

namespace clang {
class ClassTemplateDecl;
class CXXRecordDecl;
class Decl;
class FunctionDecl;
class FunctionTemplateDecl;
class Sema;
} // namespace clang

namespace frontend {

/// Finds instances of templates: the first that the unit has and code behind the source can name,
/// or, if it may make some, one with obvious arguments (int, double, std::string) that compiles.
class TemplateInstances {
public:
  TemplateInstances(clang::Sema &sema, bool makesSome) : sema_(sema), makesSome_(makesSome) {}

  /// What is no template is its own instance. Null: there is none.
  const clang::CXXRecordDecl *of(const clang::CXXRecordDecl &pattern);
  const clang::FunctionDecl *of(const clang::FunctionDecl &pattern);

private:
  const clang::CXXRecordDecl *find(const clang::ClassTemplateDecl &from,
                                   const clang::CXXRecordDecl &pattern) const;
  const clang::FunctionDecl *find(const clang::FunctionTemplateDecl &from) const;
  const clang::FunctionDecl *memberOf(const clang::CXXRecordDecl &instance,
                                      const clang::FunctionDecl &pattern);
  const clang::FunctionDecl *instance(const clang::FunctionTemplateDecl &from);
  void make(const clang::ClassTemplateDecl &from);
  void make(const clang::FunctionTemplateDecl &from);

  clang::Sema &sema_;
  bool makesSome_;
  std::set<const clang::Decl *> tried_;  // templates
  std::set<const clang::Decl *> broken_; // instances that don't compile
};

} // namespace frontend
