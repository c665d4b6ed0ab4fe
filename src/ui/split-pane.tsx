import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import css from './split-pane.module.css'

/** Percent of the whole that the first pane takes. */
const LEAST = 25
const MOST = 80
const STEP = 2
const PAGE = 10

export type SplitHandle = {
  /** Moves the separator by so many percent: the first pane becomes wider, or narrower below 0. */
  resize(byPercent: number): void
  reset(): void
}

type Props = {
  /** The name of the first pane, which is what the separator sizes. */
  label: string
  first: ReactNode
  /** Absent: the first pane has all the room. */
  second: ReactNode
  /** The second covers the first, as it does where there is no room. */
  isSecondFull?: boolean | undefined
  /** The name under which the browser stores its size. */
  name: string
  /** Percent. */
  usual: number
  ref?: Ref<SplitHandle> | undefined
}

const clamp = (percent: number) => Math.min(MOST, Math.max(LEAST, percent))

/** Two panes side by side with a separator that can be moved. Where there is no room the second covers the first. */
export function SplitPane({ label, first, second, isSecondFull, name, usual, ref }: Props) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  /** Undefined until somebody chooses. */
  const [chosen, setChosen] = useState(() => readSize(name))
  const percent = chosen ?? usual
  /** What the separator goes back to; undefined while it is not collapsed. */
  const [before, setBefore] = useState<number>()
  function move(to: number) {
    setBefore(undefined)
    setChosen(clamp(to))
    keepSize(name, clamp(to))
  }
  function reset() {
    setBefore(undefined)
    setChosen(undefined)
    keepSize(name, undefined)
  }
  useImperativeHandle(ref, () => ({
    resize: (by) => move(percent + by),
    reset,
  }))

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: percent - STEP,
      ArrowRight: percent + STEP,
      PageUp: percent - PAGE,
      PageDown: percent + PAGE,
      Home: LEAST,
      End: MOST,
    }
    const to = moves[event.key]
    if (to !== undefined) move(to)
    else if (event.key !== 'Enter') return
    else if (before === undefined) {
      setBefore(percent)
      setChosen(LEAST)
    } else move(before)
    event.preventDefault()
  }
  function onPointerMove({ currentTarget, pointerId, clientX }: PointerEvent) {
    const box = frame.current?.getBoundingClientRect()
    if (box && currentTarget.hasPointerCapture(pointerId)) move(((clientX - box.left) / box.width) * 100)
  }

  return (
    <div
      ref={frame}
      className={css.frame}
      data-split={second ? true : undefined}
      data-full={(second && isSecondFull) || undefined}
      data-beside={(second && !isSecondFull) || undefined}
      style={{ '--first': `${percent}%` } as CSSProperties}
    >
      <div id={id} className={css.first}>
        {first}
      </div>
      {second && (
        <>
          {/* A focusable separator is a widget whose value is its position. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <div
            role="separator"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-label={`Size of ${label}`}
            aria-orientation="vertical"
            aria-controls={id}
            aria-valuenow={Math.round(percent)}
            aria-valuemin={LEAST}
            aria-valuemax={MOST}
            aria-valuetext={`${Math.round(percent)}%`}
            className={css.separator}
            onKeyDown={onKeyDown}
            onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
            onPointerMove={onPointerMove}
            onDoubleClick={reset}
          />
          <div className={css.second}>{second}</div>
        </>
      )}
    </div>
  )
}

const keyOf = (name: string) => `console.pane.${name}`

function readSize(name: string): number | undefined {
  try {
    const kept = Number(localStorage.getItem(keyOf(name)) ?? Number.NaN)
    return Number.isFinite(kept) ? clamp(kept) : undefined
  } catch {
    // Storage may be forbidden.
    return undefined
  }
}

function keepSize(name: string, percent: number | undefined) {
  try {
    if (percent === undefined) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), String(percent))
  } catch {
    // Kept until the page is left.
  }
}
