import type { FocusEvent, PointerEvent, ReactNode, RefObject } from 'react'
import { isHovering, Tooltip, useTip } from './tooltip'
import css from './tooltip.module.css'

type Whole = {
  /** For the element that the text is in, or that is around it. */
  on: {
    onPointerEnter(event: PointerEvent<HTMLElement>): void
    onPointerLeave(): void
    onFocus(event: FocusEvent<HTMLElement>): void
    onBlur(): void
  }
  tip: ReactNode
}

/**
 * A tip with all of a text, where that is cut off by an ellipsis.
 * @param anchor the element that is over `cut`, or is it
 */
export function useWholeText(anchor: RefObject<HTMLElement | null>, text: string): Whole {
  const tip = useTip()
  const isCut = () => {
    const element = anchor.current
    return element !== null && [element, ...element.querySelectorAll('*')].some(overflows)
  }
  return {
    on: {
      onPointerEnter: (event) => isHovering(event) && isCut() && tip.come(),
      onPointerLeave: tip.leave,
      // A heading takes focus after navigation, so that it is read.
      onFocus: ({ target }) => target.matches('a:focus-visible') && isCut() && tip.come(),
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
