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

/** Limits and steps of the first pane's width, in percent. */
const MIN_PERCENT = 25
const MAX_PERCENT = 80
const STEP = 2
const PAGE = 10

export type SplitHandle = {
  /** Moves the separator by a percentage. Positive values widen the first pane. */
  resize(byPercent: number): void
  reset(): void
}

type Props = {
  /** The name of the first pane, which the separator resizes. */
  label: string
  first: ReactNode
  /** If absent, the first pane takes the whole width. */
  second: ReactNode
  /** Whether the second pane covers the first, as it does on narrow screens. */
  isSecondFull?: boolean | undefined
  /** The key under which the browser stores the size. */
  name: string
  /** The default size of the first pane, in percent. */
  usual: number
  ref?: Ref<SplitHandle> | undefined
}

const clamp = (percent: number) => Math.min(MAX_PERCENT, Math.max(MIN_PERCENT, percent))

/** Two panes side by side with a movable separator. On narrow screens the second pane covers the first. */
export function SplitPane({ label, first, second, isSecondFull, name, usual, ref }: Props) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  /** Undefined until the user resizes. */
  const [chosen, setChosen] = useState(() => readSize(name))
  const percent = chosen ?? usual
  /** The size before collapsing; undefined while the first pane is not collapsed. */
  const [before, setBefore] = useState<number>()
  function move(to: number) {
    setBefore(undefined)
    setChosen(clamp(to))
    storeSize(name, clamp(to))
  }
  function reset() {
    setBefore(undefined)
    setChosen(undefined)
    storeSize(name, undefined)
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
      Home: MIN_PERCENT,
      End: MAX_PERCENT,
    }
    const to = moves[event.key]
    if (to !== undefined) move(to)
    else if (event.key !== 'Enter') return
    else if (before === undefined) {
      setBefore(percent)
      setChosen(MIN_PERCENT)
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
            aria-valuemin={MIN_PERCENT}
            aria-valuemax={MAX_PERCENT}
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

const storageKey = (name: string) => `console.pane.${name}`

function readSize(name: string): number | undefined {
  try {
    const stored = Number(localStorage.getItem(storageKey(name)) ?? Number.NaN)
    return Number.isFinite(stored) ? clamp(stored) : undefined
  } catch {
    // Storage may be blocked.
    return undefined
  }
}

function storeSize(name: string, percent: number | undefined) {
  try {
    if (percent === undefined) localStorage.removeItem(storageKey(name))
    else localStorage.setItem(storageKey(name), String(percent))
  } catch {
    // Storage may be blocked. The size then lasts until the page is left.
  }
}
