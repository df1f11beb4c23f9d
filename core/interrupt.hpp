// How a long computation is told to give up: it asks now and then, whoever started it answers.
#pragma once

#include <functional>

namespace ply {

using Interrupt = std::function<bool()>;

}  // namespace ply
