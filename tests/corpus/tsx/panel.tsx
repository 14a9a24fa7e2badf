import { useState, type FC } from "react";
import * as ui from "./ui";
import Header from "./header";
export { Footer } from "./footer";

/** What a panel shows. */
export interface PanelProps<T> extends ui.BaseProps {
  title: string;
  items: T[];
  onPick?(item: T): void;
}

type Mode = "list" | "grid";

const DEFAULT_MODE: Mode = "list";

// Draws one row.
const Row: FC<{ name: string }> = ({ name }) => <li className="row">{format(name)}</li>;

/**
 * The panel.
 */
export function Panel<T>({ title, items, onPick }: PanelProps<T>) {
  const [mode, setMode] = useState<Mode>(DEFAULT_MODE);
  const pick = (item: T) => {
    onPick?.(item);
    setMode("grid");
  };
  // TODO: empty list
  return (
    <ui.Frame mode={mode}>
      <Header title={title} />
      {items.map((item) => (
        <Row key={ui.keyOf(item)} name={String(item)} />
      ))}
      <ui.Grid<T> items={items} onClick={() => pick(items[0])}></ui.Grid>
    </ui.Frame>
  );
}

export default class Page extends Base<PanelProps<string>> implements ui.Routable {
  private ref = createRef();
  static layout = "wide";

  constructor(props: PanelProps<string>) {
    super(props);
  }

  protected reset(): void {
    this.setState({});
  }

  render() {
    // Drawn twice because of the print view.
    return (
      <>
        <Panel {...this.props} />
        <Panel {...this.props} />
      </>
    );
  }
}

export enum Size { Small, Large }

export const Lazy = load(() => import("./lazy"));

function Broken() {
  return <div>{ ] }</div>;
}

export const Last = () => <Panel title="x" items={[]} />;

// FACT: reading damaged
// FACT: import name 1 react name useState
// FACT: import name 1 react name FC
// FACT: import module 2 ./ui as ui
// FACT: import name 3 ./header name default as Header
// FACT: import reexport 4 ./footer name Footer
// FACT: import module 66 ./lazy
// FACT: symbol interface PanelProps 7-11 public
// FACT: doc PanelProps What a panel shows.
// FACT: use base 7 BaseProps in PanelProps times 1 of ui
// FACT: symbol property title 8-8 public in PanelProps
// FACT: symbol method onPick 10-10 public in PanelProps
// FACT: symbol type_alias Mode 13-13 internal
// FACT: symbol constant DEFAULT_MODE 15-15 internal
// FACT: use type 15 Mode in - times 1
// FACT: symbol function Row 18-18 internal
// FACT: doc Row Draws one row.
// FACT: signature Row const Row: FC<{ name: string }> = ({ name }) =>
// FACT: use call 18 format in Row times 1
// FACT: symbol function Panel 23-39 public
// FACT: doc Panel The panel.
// FACT: signature Panel export function Panel<T>({ title, items, onPick }: PanelProps<T>)
// FACT: use type 23 PanelProps in Panel times 1
// FACT: use call 24 useState in Panel times 1
// FACT: symbol function pick 25-28 internal in Panel
// FACT: use call 27 setMode in pick times 1
// FACT: comment todo 29 in Panel TODO: empty list
// FACT: use call 31 Frame in Panel times 1 of ui
// FACT: use call 32 Header in Panel times 1
// FACT: use call 34 Row in Panel times 1
// FACT: use call 34 keyOf in Panel times 1 of ui
// FACT: use call 36 Grid in Panel times 1 of ui
// FACT: use call 36 pick in Panel times 1
// FACT: symbol class Page 41-62 public
// FACT: signature Page export default class Page extends Base<PanelProps<string>> implements ui.Routable
// FACT: use base 41 Base in Page times 1
// FACT: use base 41 Routable in Page times 1 of ui
// FACT: symbol field ref 42-42 private in Page
// FACT: symbol constructor constructor 45-47 public in Page
// FACT: symbol method reset 49-51 protected in Page
// FACT: symbol method render 53-61 public in Page
// FACT: comment rationale 54 in render Drawn twice because of the print view.
// FACT: use call 57 Panel in render times 2
// FACT: symbol enum Size 64-64 public
// FACT: symbol enum_member Large 64-64 public in Size
// FACT: symbol constant Lazy 66-66 public
// FACT: symbol function Last 72-72 public
// FACT: use call 72 Panel in Last times 1
// FACT: chunk symbol 20-39 of Panel
// NONE: symbol constant mode
// NONE: symbol property name
// NONE: use call 18 li
