local M = {}

--- Sets it up.
---@param options table
function M.setup(options)
  options = options or {}
  local on_key = function(key)
    return key
  end
  return on_key
end

--[[ Several lines
function M.fake()
]]
local function trim(text)
  return text
end

M.keys = function(self)
  -- NOTE: in order
  return {
    first = function() return 1 end,
    last = function()
      return 2
    end,
  }
end

function M.picker:close()
  vim.schedule(function()
    self.open = false
  end)
end

return M

-- FACT: reading loose
-- FACT: symbol function setup 5-11 public in M
-- FACT: doc setup Sets it up.\n@param options table
-- FACT: symbol function on_key 7-9 private in M.setup
-- FACT: signature on_key local on_key = function(key)
-- FACT: symbol function trim 16-18 private
-- FACT: signature trim local function trim(text)
-- FACT: doc trim Several lines\nfunction M.fake()
-- FACT: symbol function keys 20-28 public in M
-- FACT: symbol function first 23-23 public in M.keys
-- FACT: symbol function last 24-26 public in M.keys
-- FACT: signature last last = function()
-- FACT: symbol function close 30-34 public in M.picker
-- FACT: comment note 21 in keys NOTE: in order
-- FACT: chunk symbol 3-11 of setup
-- FACT: chunk symbol 16-18 of trim
-- FACT: chunk symbol 20-28 of keys
-- FACT: chunk symbol 30-34 of close
-- NONE: symbol function fake
-- NONE: symbol method fake
