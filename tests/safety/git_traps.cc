#include "tests/safety/git_traps.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace satchel::test {
namespace {

using Strings = std::vector<std::string>;

const Strings kStatus = {"status"};
const Strings kDiff = {"diff", "HEAD~1"};
const Strings kShowSignatures = {"log", "--show-signature"};
const Strings kAmend = {"commit", "--amend", "-a"};
const Strings kCommit = {"commit", "-a", "--allow-empty", "-m", "x"};

// "core.sshCommand" and a value as lines of a configuration file.
std::string Line(std::string_view key, std::string_view value) {
  const auto first = key.find('.');
  const auto last = key.rfind('.');
  std::string section(key.substr(0, first));
  if (first != last) section += fmt::format(" \"{}\"", key.substr(first + 1, last - first - 1));
  return fmt::format("[{}]\n\t{} = \"{}\"\n", section, key.substr(last + 1), value);
}

// One key that names a program.
GitTrap Key(const std::string& key, Strings proof = {}) {
  return {.name = key, .config = Line(key, "@SCRIPT@"), .proof = std::move(proof)};
}

GitTrap Hook(const std::string& name, Strings proof = {}) {
  return {.name = "hook " + name,
          .files = {{".git/hooks/" + name, "#!/bin/sh\n@SCRIPT@\n", true}},
          .proof = std::move(proof)};
}

// A repository from which not everything was fetched, and where the rest is said to come from.
GitTrap Promisor(const std::string& name, const std::string& url, const std::string& config,
                 bool proven) {
  return {
      .name = "partial clone: " + name,
      .config = "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n" +
                Line("remote.origin.promisor", "true") + Line("remote.origin.url", url) +
                Line("remote.origin.partialclonefilter", "blob:none") + config,
      .lacks_object = true,
      .proof = proven ? Strings{"cat-file", "-p", "HEAD:a.md"} : Strings{}};
}

GitTrap Environment(const std::string& name, Strings variables, Strings proof = {}) {
  return {.name = "environment " + name,
          .environment = std::move(variables),
          .proof = std::move(proof)};
}

void AddKeys(std::vector<GitTrap>& traps) {
  traps.insert(traps.end(), {Key("core.fsmonitor", kStatus),
                             Key("core.pager"),
                             Key("pager.log"),
                             Key("pager.rev-list"),
                             Key("pager.cat-file"),
                             Key("core.editor", kAmend),
                             Key("sequence.editor", {"rebase", "-i", "HEAD~1"}),
                             Key("diff.external", kDiff),
                             Key("diff.evil.command", kDiff),
                             Key("diff.evil.textconv", kDiff),
                             Key("filter.evil.clean", {"add", "a.md"}),
                             Key("filter.evil.smudge", {"checkout", "-f", "HEAD~1"}),
                             Key("filter.evil.process", {"checkout", "-f", "HEAD~1"}),
                             Key("gpg.program", kShowSignatures),
                             Key("gpg.openpgp.program", kShowSignatures),
                             Key("gpg.x509.program", kShowSignatures),
                             Key("gpg.ssh.defaultKeyCommand"),
                             Key("core.askPass"),
                             Key("core.alternateRefsCommand"),
                             Key("uploadpack.packObjectsHook"),
                             Key("gc.recentObjectsHook"),
                             Key("merge.evil.driver", {"merge", "-m", "x", "side"}),
                             Key("trailer.evil.command"),
                             Key("trailer.evil.cmd"),
                             Key("interactive.diffFilter"),
                             Key("man.evil.cmd"),
                             Key("browser.evil.cmd"),
                             Key("mergetool.evil.cmd"),
                             Key("difftool.evil.cmd"),
                             Key("guitool.evil.cmd"),
                             Key("sendemail.smtpserver"),
                             Key("imap.tunnel"),
                             Key("instaweb.httpd"),
                             Key("tar.evil.command", {"archive", "--format=evil", "HEAD"}),
                             Key("core.gitProxy"),
                             Key("core.sshCommand"),
                             Key("credential.helper"),
                             Key("init.templateDir")});
}

void AddConfigurations(std::vector<GitTrap>& traps) {
  const std::string monitor = Line("core.fsmonitor", "@SCRIPT@");
  traps.insert(
      traps.end(),
      {{.name = "gpg.ssh.program",
        .config =
            Line("gpg.ssh.program", "@SCRIPT@") + Line("gpg.ssh.allowedSignersFile", "/dev/null"),
        .proof = kShowSignatures},
       {.name = "log.showSignature",
        .config = Line("log.showSignature", "true") + Line("gpg.program", "@SCRIPT@"),
        .proof = {"log"}},
       {.name = "core.hooksPath",
        .config = Line("core.hooksPath", "@DIR@/hooks"),
        .files = {{"hooks/pre-commit", "#!/bin/sh\n@SCRIPT@\n", true},
                  {"hooks/post-index-change", "#!/bin/sh\n@SCRIPT@\n", true},
                  {"hooks/reference-transaction", "#!/bin/sh\n@SCRIPT@\n", true}},
        .proof = kCommit},
       {.name = "include.path",
        .config = Line("include.path", "../evil.cfg"),
        .files = {{"evil.cfg", monitor}},
        .proof = kStatus},
       {.name = "includeIf.gitdir",
        .config = Line("includeIf.gitdir:/**.path", "@DIR@/evil.cfg"),
        .files = {{"evil.cfg", monitor}},
        .proof = kStatus},
       {.name = "includeIf.onbranch",
        .config = Line("includeIf.onbranch:*.path", "@DIR@/evil.cfg"),
        .files = {{"evil.cfg", monitor}},
        .proof = kStatus},
       {.name = "includeIf.hasconfig",
        .config = Line("remote.origin.url", "https://example.org/a") +
                  Line("includeIf.hasconfig:remote.*.url:https://**.path", "@DIR@/evil.cfg"),
        .files = {{"evil.cfg", monitor}},
        .proof = kStatus},
       {.name = "config.worktree",
        .config = "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n",
        .files = {{".git/config.worktree", monitor}},
        .proof = kStatus},
       {.name = "core.attributesFile",
        .config =
            Line("core.attributesFile", "@DIR@/evil") + Line("diff.other.command", "@SCRIPT@"),
        .files = {{"evil", "* diff=other\n"}, {".gitattributes", ""}},
        .proof = kDiff},
       {.name = "info/attributes",
        .config = Line("diff.other.textconv", "@SCRIPT@"),
        .files = {{".git/info/attributes", "* diff=other\n"}},
        .proof = kDiff},
       {.name = "alias of a command",
        .config = Line("alias.log", "!@SCRIPT@") + Line("alias.rev-list", "!@SCRIPT@") +
                  Line("alias.cat-file", "!@SCRIPT@")},
       {.name = "alias", .config = Line("alias.evil", "!@SCRIPT@"), .proof = {"evil"}},
       {.name = "core.worktree",
        .config = Line("core.worktree", "/") + monitor,
        .proof = {"diff", "--", "tmp/none"}},
       {.name = "submodule.update",
        .config = Line("submodule.sub.update", "!@SCRIPT@") + Line("submodule.sub.url", "/none") +
                  Line("submodule.recurse", "true"),
        .files = {{".gitmodules",
                   "[submodule \"sub\"]\n\tpath = sub\n\turl = /none\n"
                   "\tupdate = !@SCRIPT@\n"}}},
       {.name = "alternates",
        .config = Line("core.alternateRefsCommand", "@SCRIPT@"),
        .files = {{".git/objects/info/alternates", "@DIR@/.git/objects\n"}}},
       {.name = "man and browser",
        .config = Line("man.viewer", "evil") + Line("help.browser", "evil") +
                  Line("web.browser", "evil") + Line("browser.evil.cmd", "@SCRIPT@")},
       {.name = "merge and diff tools",
        .config = Line("merge.tool", "evil") + Line("diff.tool", "evil") +
                  Line("difftool.evil.cmd", "@SCRIPT@") + Line("difftool.prompt", "false"),
        .proof = {"difftool", "HEAD~1"}},
       {.name = "credential of an address",
        .config = Line("credential.https://example.org.helper", "!@SCRIPT@")},
       {.name = "a repository inside without a work tree",
        .files = {{"inner/HEAD", "ref: refs/heads/main\n"},
                  {"inner/objects/.keep", ""},
                  {"inner/refs/.keep", ""},
                  {"inner/config",
                   "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"
                   "\tworktree = ..\n" +
                       monitor}},
        .proof = {"-C", "inner", "status"}},
       {.name = "a repository of a submodule",
        .files = {{"sub/.git", "gitdir: ../.git/modules/sub\n"},
                  {"sub/x.c", "int x;\n"},
                  {".git/modules/sub/HEAD", "ref: refs/heads/main\n"},
                  {".git/modules/sub/objects/.keep", ""},
                  {".git/modules/sub/refs/.keep", ""},
                  {".git/modules/sub/config",
                   "[core]\n\trepositoryformatversion = 0\n\tworktree = ../../../sub\n" + monitor}},
        .proof = {"-C", "sub", "status"}}});
}

void AddHooks(std::vector<GitTrap>& traps) {
  traps.insert(traps.end(),
               {Hook("pre-commit", kCommit), Hook("prepare-commit-msg", kCommit),
                Hook("commit-msg", kCommit), Hook("post-commit", kCommit),
                Hook("post-checkout", {"checkout", "-f", "HEAD~1"}),
                Hook("post-rewrite", {"commit", "--amend", "-a", "--no-edit"}),
                Hook("reference-transaction", kCommit), Hook("post-index-change", kCommit),
                Hook("pre-rebase", {"rebase", "-f", "HEAD~1"}),
                Hook("post-merge", {"merge", "-m", "x", "apart"}),
                Hook("pre-merge-commit", {"merge", "-m", "x", "apart"})});
  for (const char* name :
       {"applypatch-msg", "pre-applypatch", "post-applypatch", "pre-push", "pre-receive", "update",
        "proc-receive", "post-receive", "post-update", "push-to-checkout", "pre-auto-gc",
        "sendemail-validate", "fsmonitor-watchman", "p4-changelist", "p4-prepare-changelist",
        "p4-post-changelist", "p4-pre-submit"}) {
    traps.push_back(Hook(name));
  }
}

void AddRemotes(std::vector<GitTrap>& traps) {
  const auto allow = [](const std::string& protocol) {
    return Line("protocol." + protocol + ".allow", "always");
  };
  traps.insert(
      traps.end(),
      {Promisor("ext::", "ext::@SCRIPT@", allow("ext"), true),
       Promisor("insteadOf", "https://example.org/a",
                allow("ext") + Line("url.ext::@SCRIPT@ .insteadOf", "https://example.org/"), true),
       Promisor("ssh", "ssh://example.org/a", allow("ssh") + Line("core.sshCommand", "@SCRIPT@"),
                true),
       Promisor("ssh by default", "example.org:a", Line("core.sshCommand", "@SCRIPT@"), true),
       Promisor("uploadpack", "@DIR@", allow("file") + Line("remote.origin.uploadpack", "@SCRIPT@"),
                true),
       Promisor("gitProxy", "git://example.org/a", allow("git") + Line("core.gitProxy", "@SCRIPT@"),
                true),
       Promisor("vcs", "evil", allow("evil") + Line("remote.origin.vcs", "evil"), false),
       Promisor("hooks", "@DIR@", allow("file") + Line("core.hooksPath", "@DIR@/hooks"), false),
       Promisor("all protocols", "ext::@SCRIPT@", Line("protocol.allow", "always"), true)});
  traps.push_back({.name = "remote",
                   .config = allow("ext") + Line("remote.origin.url", "ext::@SCRIPT@") +
                             Line("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
                   .proof = {"fetch"}});
}

void AddEnvironments(std::vector<GitTrap>& traps) {
  traps.insert(traps.end(),
               {Environment("GIT_CONFIG_COUNT",
                            {"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.fsmonitor",
                             "GIT_CONFIG_VALUE_0=@SCRIPT@"},
                            kStatus),
                Environment("GIT_CONFIG_PARAMETERS",
                            {"GIT_CONFIG_PARAMETERS='core.fsmonitor'='@SCRIPT@'"}, kStatus),
                Environment("GIT_EXTERNAL_DIFF", {"GIT_EXTERNAL_DIFF=@SCRIPT@"}, kDiff),
                Environment("GIT_EDITOR", {"GIT_EDITOR=@SCRIPT@"}, kAmend),
                Environment("GIT_PAGER", {"GIT_PAGER=@SCRIPT@", "GIT_PAGER_IN_USE=1"}),
                Environment("GIT_SSH", {"GIT_SSH=@SCRIPT@", "GIT_SSH_COMMAND=@SCRIPT@"}),
                Environment("GIT_ASKPASS", {"GIT_ASKPASS=@SCRIPT@", "SSH_ASKPASS=@SCRIPT@"}),
                Environment("GIT_PROXY_COMMAND", {"GIT_PROXY_COMMAND=@SCRIPT@"}),
                Environment("GIT_EXEC_PATH", {"GIT_EXEC_PATH=@DIR@"})});
}

}  // namespace

std::vector<GitTrap> GitTraps() {
  std::vector<GitTrap> traps;
  AddKeys(traps);
  AddConfigurations(traps);
  AddHooks(traps);
  AddRemotes(traps);
  AddEnvironments(traps);
  return traps;
}

}  // namespace satchel::test
