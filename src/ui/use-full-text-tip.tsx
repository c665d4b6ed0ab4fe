import type { FocusEvent, PointerEvent, ReactNode, RefObject } from 'react'
import { canHover, Tooltip, useTooltip } from './tooltip'
import css from './tooltip.module.css'

type Whole = {
  /** Event handlers for the element that contains the text. */
  on: {
    onPointerEnter(event: PointerEvent<HTMLElement>): void
    onPointerLeave(): void
    onFocus(event: FocusEvent<HTMLElement>): void
    onBlur(): void
  }
  tip: ReactNode
}

/**
 * A tip with the full text, shown if the text is truncated by an ellipsis.
 * @param anchor the element that is truncated or contains the truncated element
 */
export function useFullTextTip(anchor: RefObject<HTMLElement | null>, text: string): Whole {
  const tip = useTooltip()
  const isCut = () => {
    const element = anchor.current
    return element !== null && [element, ...element.querySelectorAll('*')].some(overflows)
  }
  return {
    on: {
      onPointerEnter: (event) => canHover(event) && isCut() && tip.show(),
      onPointerLeave: tip.leave,
      // Links only: headings also take focus, after navigation, and then need no tip.
      onFocus: ({ target }) => target.matches('a:focus-visible') && isCut() && tip.show(),
      onBlur: tip.hide,
    },
    tip: tip.isShown && (
      <Tooltip anchor={anchor} tip={tip}>
        <span className={css.name}>
          <bdi>{text}</bdi>
        </span>
      </Tooltip>
    ),
  }
}

const overflows = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight)
