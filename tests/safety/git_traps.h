#pragma once

#include <filesystem>
#include <string>
#include <vector>

// Ways by which a repository could make git run a program.
namespace satchel::test {

struct GitTrap {
  std::string name;
  // For `.git/config`. @SCRIPT@ is the program that leaves a trace, @DIR@ the repository.
  std::string config;
  // Files to write: path from the repository, content (the same marks), and whether it can be run.
  struct File {
    std::string path;
    std::string text;
    bool runs = false;
  };
  std::vector<File> files;
  // One of the objects of HEAD is taken away, so that git wants to fetch it.
  bool lacks_object = false;
  std::vector<std::string> environment;  // "NAME=value", with the same marks
  // A plain git that walks into the trap; empty where none is simple enough, or git itself now
  // keeps out of it.
  std::vector<std::string> proof;
};

std::vector<GitTrap> GitTraps();

}  // namespace satchel::test
