#pragma once

#include "base/deadline.h"
#include "base/result.h"
#include "surfaces/library/satchel.h"
#include "surfaces/library/workspaces.h"

// What each request does, with the engine of its workspace: a function a method of satchel::Engine.
namespace satchel::library {

Result<Answer> Search(Workspaces& workspaces, const SearchRequest& request,
                      const Deadline& deadline);
Result<PacketAnswer> Pack(Workspaces& workspaces, const PackRequest& request,
                          const Deadline& deadline);
Result<PacketAnswer> Retrieve(Workspaces& workspaces, const RetrieveRequest& request,
                              const Deadline& deadline);
Result<PacketAnswer> Refine(Workspaces& workspaces, const RefineRequest& request,
                            const Deadline& deadline);
Result<PacketAnswer> Recall(Workspaces& workspaces, const RecallRequest& request,
                            const Deadline& deadline);
Result<Answer> Remember(Workspaces& workspaces, const RememberRequest& request,
                        const Deadline& deadline);
Result<Answer> Why(Workspaces& workspaces, const WhyRequest& request, const Deadline& deadline);
Result<Answer> Index(Workspaces& workspaces, const IndexRequest& request, const Deadline& deadline);

}  // namespace satchel::library
