#pragma once

#include "code/languages/keys/key_tree.h"
#include "code/parse/outline.h"
#include "code/parse/rules.h"

namespace satchel::code {

// Files of keys: what they are is told by what is in them. A file of Kubernetes, Compose, GitHub or
// GitLab workflows or OpenAPI has what those have; any other one its keys.
extern const LanguageRules kDotenvRules;
extern const LanguageRules kJsonRules;
extern const LanguageRules kTomlRules;
extern const LanguageRules kYamlRules;

// --- The kinds of files. Each tells whether a document is one, and finds what is in it. ---
// The nodes of a document are [first, last).
bool IsKubernetes(const KeyTree& tree, std::uint32_t first, std::uint32_t last);
void ReadKubernetes(const KeyTree& tree, std::uint32_t first, std::uint32_t last, Outline& out);

bool IsCompose(const KeyTree& tree);
void ReadCompose(const KeyTree& tree, Outline& out);

bool IsWorkflow(const KeyTree& tree);
void ReadWorkflow(const KeyTree& tree, Outline& out);

bool IsOpenApi(const KeyTree& tree);
void ReadOpenApi(const KeyTree& tree, Outline& out);

// The keys of a document as far down as people name them.
void ReadPlainKeys(const KeyTree& tree, std::uint32_t first, std::uint32_t last, Outline& out);

// `$ref` with the name of what it means, and the file that has it.
void ReadRef(const KeyNode& node, Outline& out);

// The variables of a process: `env: {A: 1}`, `- A=1`, `- name: A`.
void ReadEnvironment(const KeyTree& tree, std::uint32_t node, Outline& out);

}  // namespace satchel::code
