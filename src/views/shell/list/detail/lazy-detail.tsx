import type { ComponentType } from 'react'
import { Button } from '../../../../ui/button'
import { lazyPart } from '../../frame/lazy-part'
import type { DetailControls } from './detail-pane'

/** Properties of every detail: its row in the list, if loaded, and the controls for its `DetailPane`. */
export type DetailProps<R> = { row: R | undefined; controls: DetailControls }

export type LazyDetail<R> = {
  Detail: ComponentType<DetailProps<R>>
  /** Loads the code in idle time. @returns cancels that */
  preload(): () => void
}

/**
 * A detail whose code is loaded after its list, because it is large and rarely shown first.
 * @param what its name in the middle of a sentence: `the check`
 */
export function lazyDetail<R>(
  what: string,
  load: () => Promise<{ default: ComponentType<DetailProps<R>> }>
): LazyDetail<R> {
  const { Part, preload } = lazyPart<DetailProps<R>>({
    what,
    load,
    otherwise: ({ controls }) => <Button onPress={controls.onClose}>Back to the list</Button>,
  })
  return {
    preload,
    // The key discards the state of the detail when another thing is opened.
    Detail: (props) => <Part key={props.controls.id} {...props} />,
  }
}
