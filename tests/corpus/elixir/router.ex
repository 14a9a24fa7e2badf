defmodule Shop.Router do
  @moduledoc """
  Finds who answers a request.

      def not_this(one), do: one
  """

  use Shop.Base

  @type path :: [String.t()]
  @timeout 5_000

  @doc """
  Finds the handler.
  """
  @spec find(path) :: term
  def find([]), do: nil

  def find([first | rest]) when is_binary(first) do
    case rest do
      [] -> first
      _ -> find(rest)
    end
  end

  @doc "Whether there is one."
  def known?(path), do: find(path) != nil

  # FIXME: names with dots
  defp clean(name) do
    String.trim(name)
  end

  defmacro get(path, options) do
    quote do
      unquote(path)
    end
  end

  defmodule Entry do
    defstruct [:path]

    def new(path), do: %__MODULE__{path: path}
  end
end

defimpl String.Chars, for: Shop.Router do
  def to_string(_), do: "router"
end

defmodule Shop.RouterTest do
  use ExUnit.Case

  describe "find/1" do
    test "finds nothing in nothing" do
      assert Shop.Router.find([]) == nil
    end
  end
end

# FACT: reading loose
# FACT: symbol namespace Router 1-45 public in Shop
# FACT: doc Router Finds who answers a request.\n\ndef not_this(one), do: one
# FACT: symbol type_alias path 10-10 public in Shop.Router
# FACT: signature path @type path :: [String.t()]
# FACT: symbol function find 13-24 public in Shop.Router
# FACT: signature find def find([]), do: nil
# FACT: doc find Finds the handler.
# FACT: symbol function known? 26-27 public in Shop.Router
# FACT: doc known? Whether there is one.
# FACT: symbol function clean 30-32 private in Shop.Router
# FACT: doc clean FIXME: names with dots
# FACT: symbol function get 34-38 public in Shop.Router
# FACT: signature get defmacro get(path, options) do
# FACT: symbol namespace Entry 40-44 public in Shop.Router
# FACT: symbol function new 43-43 public in Shop.Router.Entry
# FACT: signature new def new(path), do: %__MODULE__
# FACT: symbol namespace Chars 47-49 public in String
# FACT: symbol function to_string 48-48 public in String.Chars
# FACT: symbol namespace RouterTest 51-59 public in Shop
# FACT: symbol namespace find/1 54-58 public in Shop.RouterTest
# FACT: symbol function finds nothing in nothing 55-57 public in Shop.RouterTest.find/1
# FACT: comment fixme 29 in Router FIXME: names with dots
# FACT: chunk symbol 1-45 of Router
# FACT: chunk symbol 47-49 of Chars
# FACT: chunk symbol 51-59 of RouterTest
# NONE: symbol function fake
# NONE: symbol method fake
