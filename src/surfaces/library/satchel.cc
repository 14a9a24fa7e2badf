#include "surfaces/library/satchel.h"

#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/time.h"
#include "settings/environment.h"
#include "surfaces/library/access.h"
#include "surfaces/library/requests.h"
#include "surfaces/library/workspaces.h"

extern char** environ;

namespace satchel {
namespace {

static_assert(SATCHEL_VERSION_MAJOR == SATCHEL_PROJECT_MAJOR &&
                  SATCHEL_VERSION_MINOR == SATCHEL_PROJECT_MINOR &&
                  SATCHEL_VERSION_PATCH == SATCHEL_PROJECT_PATCH,
              "satchel.h and CMakeLists.txt name different versions");

settings::Environment EnvironmentOf(EngineOptions& options) {
  settings::Environment environment;
  std::error_code error;
  environment.working_directory = std::filesystem::current_path(error);
  if (options.environment) {
    for (auto& [name, value] : *options.environment) {
      environment.variables.emplace(name, std::move(value));
    }
    return environment;
  }
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;
    environment.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return environment;
}

library::Workspaces::Options WorkspaceOptions(EngineOptions options) {
  library::Workspaces::Options made{
      .environment = EnvironmentOf(options), .most = options.most_workspaces, .now = {}};
  if (options.clock) {
    made.now = [clock = std::move(options.clock)] {
      using std::chrono::duration_cast;
      using std::chrono::microseconds;
      return Time{duration_cast<microseconds>(clock().time_since_epoch()).count()};
    };
  }
  return made;
}

}  // namespace

std::string_view LibraryVersion() { return SATCHEL_VERSION; }

std::string_view Name(FailureCode code) {
  switch (code) {
    case FailureCode::kInvalidInput:
      return "invalid_input";
    case FailureCode::kNotFound:
      return "not_found";
    case FailureCode::kConflict:
      return "conflict";
    case FailureCode::kUnavailable:
      return "unavailable";
    case FailureCode::kSystem:
      return "system";
    case FailureCode::kDenied:
      return "denied";
    case FailureCode::kDeadline:
      return "deadline";
    case FailureCode::kCancelled:
      return "cancelled";
    case FailureCode::kCorrupt:
      return "corrupt";
    case FailureCode::kForeign:
      return "foreign";
    case FailureCode::kInternal:
      break;
  }
  return "internal";
}

CancelToken::CancelToken() : state_(std::make_shared<State>()) {}

void CancelToken::Cancel() { state_->source.Cancel(); }

bool CancelToken::cancelled() const { return Deadline::Never().With(state_->source).Expired(); }

class Engine::Impl {
 public:
  explicit Impl(EngineOptions options) : workspaces_(WorkspaceOptions(std::move(options))) {}

  library::Workspaces& workspaces() { return workspaces_; }

  // Whatever happens, the caller gets a value.
  template <class T, class Request>
  Outcome<T> Ask(Result<T> (*ask)(library::Workspaces&, const Request&, const Deadline&),
                 const Request& request) {
    try {
      auto answer = ask(workspaces_, request, library::Access::DeadlineOf(request.limits));
      if (answer) {
        library::MakeSafe(answer->remarks);
        return *std::move(answer);
      }
      return library::FailureOf(answer.error(), request.limits);
    } catch (const std::exception& error) {
      const auto failed = Fail(Errc::kInternal, error.what(), "this is a bug; please report it");
      return library::FailureOf(failed.error(), request.limits);
    }
  }

 private:
  library::Workspaces workspaces_;
};

Engine::Engine(EngineOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

Engine::~Engine() = default;

Outcome<Answer> Engine::Search(const SearchRequest& request) {
  return impl_->Ask(library::Search, request);
}

Outcome<PacketAnswer> Engine::Pack(const PackRequest& request) {
  return impl_->Ask(library::Pack, request);
}

Outcome<PacketAnswer> Engine::Retrieve(const RetrieveRequest& request) {
  return impl_->Ask(library::Retrieve, request);
}

Outcome<PacketAnswer> Engine::Refine(const RefineRequest& request) {
  return impl_->Ask(library::Refine, request);
}

Outcome<PacketAnswer> Engine::Recall(const RecallRequest& request) {
  return impl_->Ask(library::Recall, request);
}

Outcome<Answer> Engine::Remember(const RememberRequest& request) {
  return impl_->Ask(library::Remember, request);
}

Outcome<Answer> Engine::Why(const WhyRequest& request) { return impl_->Ask(library::Why, request); }

Outcome<Answer> Engine::Index(const IndexRequest& request) {
  return impl_->Ask(library::Index, request);
}

void Engine::Close(const std::string& workspace) { impl_->workspaces().Close(workspace); }

std::size_t Engine::open_workspaces() const { return impl_->workspaces().open(); }

}  // namespace satchel
