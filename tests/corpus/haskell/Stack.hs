{-# LANGUAGE RankNTypes #-}
-- | Stacks of windows.
module Shop.Stack
  ( Stack (..)
  , push
  ) where

import qualified Data.Map as M

-- | A stack with a focus.
data Stack a = Stack
  { focus :: a
  , above :: [a]
  } deriving (Show, Eq)

newtype Name = Name String

type Path = [Name]

class (Show a) => Shape a where
  -- | How large it is.
  area :: a -> Double
  area _ = 0

instance Functor Stack where
  fmap f (Stack a as) = Stack (f a) (map f as)

{- Puts it on top.
   Of all. -}
push :: a -> Stack a -> Stack a
push a (Stack b bs) = Stack a (b : bs)

-- FIXME: slow
size', depth :: Stack a -> Int
size' s = go s
  where
    go :: Stack a -> Int
    go (Stack _ as) = 1 + length as
depth = size'

(<+>) :: Path -> Path -> Path
a <+> b = a ++ b

main :: IO ()
main = print 1

-- FACT: reading loose
-- FACT: symbol struct Stack 11-14 public
-- FACT: doc Stack A stack with a focus.
-- FACT: symbol field focus 12-12 public in Stack
-- FACT: signature focus { focus :: a
-- FACT: symbol field above 13-14 public in Stack
-- FACT: signature above , above :: [a]
-- FACT: symbol struct Name 16-16 public
-- FACT: symbol type_alias Path 18-18 public
-- FACT: symbol interface Shape 20-23 public
-- FACT: signature Shape class (Show a) => Shape a where
-- FACT: symbol method area 22-23 public in Shape
-- FACT: doc area How large it is.
-- FACT: symbol class Functor Stack 25-26 public
-- FACT: signature Functor Stack instance Functor Stack where
-- FACT: symbol function push 30-31 public
-- FACT: doc push Puts it on top.\nOf all.
-- FACT: symbol function size' 34-39 public
-- FACT: doc size' FIXME: slow
-- FACT: symbol function <+> 41-42 public
-- FACT: symbol function main 44-45 public
-- FACT: comment fixme 33 in - FIXME: slow
-- FACT: chunk symbol 10-14 of Stack
-- FACT: chunk symbol 16-16 of Name
-- FACT: chunk symbol 20-23 of Shape
-- FACT: chunk symbol 25-26 of Functor Stack
-- FACT: chunk symbol 30-31 of push
-- FACT: chunk symbol 33-39 of size'
-- FACT: chunk symbol 41-42 of <+>
-- FACT: chunk symbol 44-45 of main
-- NONE: symbol function fake
-- NONE: symbol method fake
