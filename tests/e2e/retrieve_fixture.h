#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/cli_fixture.h"
#include "tests/e2e/process.h"

// A small repository with history, and the commands that make packages of it.
namespace satchel::test {

using Json = nlohmann::json;

// Arguments of `retrieve` that no test is about.
inline const Args kPlain = {"--no-llm",
                            "--stages",
                            "scope,precision",
                            "--context-window",
                            "6000",
                            "--reserved-tokens",
                            "1000",
                            "--now",
                            kNow};

class RetrieveFixture : public CliFixture {
 protected:
  RetrieveFixture() : CliFixture("app") {
    environment_["PATH"] = "/usr/bin:/bin";
    dir_.Write("app/web/login.py",
               "from .users import find_user\n\n\nclass LoginForm:\n"
               "    \"\"\"What a person types in to log in.\"\"\"\n\n"
               "    def validate(self, name, password):\n"
               "        \"\"\"Whether login data is valid.\"\"\"\n"
               "        user = find_user(name)\n        return user.check(password)\n\n"
               "    def describe(self):\n        return 'a form'\n");
    dir_.Write(
        "app/web/users.py",
        "class User:\n    def check(self, password):\n        return password == 'x'\n\n\n"
        "def find_user(name):\n    \"\"\"The account of that name.\"\"\"\n    return User()\n");
    dir_.Write(
        "app/web/routes.py",
        "from .login import LoginForm\n\n\ndef sign_in(request):\n"
        "    form = LoginForm()\n    return form.validate(request.name, request.password)\n");
    dir_.Write("app/tests/test_login.py",
               "from web.login import LoginForm\n\n\ndef test_wrong_password():\n"
               "    assert not LoginForm().validate('a', 'b')\n");
    dir_.Write("app/web/weather.py", "def forecast():\n    return 'rain tomorrow'\n");
    Git({"init", "-q"});
    Git({"add", "."});
    Commit("Begin");
    for (int i = 0; i < 3; ++i) {
      dir_.Write("app/web/login.py.notes", std::to_string(i));
      dir_.Write("app/web/mail.py", fmt::format("def send(to):\n    return {}\n", i));
      Git({"add", "."});
      Git({"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m",
           fmt::format("Login mail {}", i)});
    }
  }

  void Commit(const std::string& message) const {
    Git({"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", message});
  }
  Finished Retrieve(const std::string& task, const Args& more = {}) const {
    Args args = {"retrieve", task};
    args.insert(args.end(), kPlain.begin(), kPlain.end());
    args.insert(args.end(), more.begin(), more.end());
    return Satchel(args);
  }
  Json RetrieveJson(const std::string& task, const Args& more = {}) const {
    Args args = more;
    args.insert(args.end(), {"--format", "json"});
    const Finished finished = Retrieve(task, args);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return Json::parse(finished.out, nullptr, false);
  }
  // What a wrong command line says.
  std::string Refused(const Args& more, const std::string& task = "fix the login") const {
    Args args = {"retrieve", task};
    args.insert(args.end(), more.begin(), more.end());
    const Finished finished = Satchel(args);
    EXPECT_EQ(finished.code, 2) << finished.out << finished.err;
    EXPECT_EQ(finished.out, "");
    return finished.err;
  }

  static std::vector<std::string> Paths(const Json& json) {
    std::vector<std::string> paths;
    for (const Json& file : json["files"]) paths.push_back(file["path"]);
    return paths;
  }
  static Json File(const Json& json, const std::string& path) {
    for (const Json& file : json["files"]) {
      if (file["path"] == path) return file;
    }
    return {};
  }
};

// Arguments for a model behind this address.
inline Args WithModel(const std::string& url, const Args& more = {}) {
  Args args = {
      "--model",          "tiny", "--base-url",        url,   "--stages", "scope,precision",
      "--context-window", "6000", "--reserved-tokens", "1000"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

}  // namespace satchel::test
