import type { ComponentType } from 'react'
import { Button } from '@/ui/button'
import { lazyComponent } from '../../page/lazy-component'
import type { DetailControls } from './detail-pane'

/** The properties of every detail: its row in the list, if loaded, and the controls for its `DetailPane`. */
export type DetailProps<R> = { row: R | undefined; controls: DetailControls }

export type LazyDetail<R> = {
  Detail: ComponentType<DetailProps<R>>
  /** Loads the code in idle time. @returns a function that cancels it */
  preload(): () => void
}

/**
 * A detail whose code is loaded after its list, because the code is large and rarely needed first.
 * @param what the name in the middle of a sentence: `the check`
 */
export function lazyDetail<R>(
  what: string,
  load: () => Promise<{ default: ComponentType<DetailProps<R>> }>
): LazyDetail<R> {
  const { Component, preload } = lazyComponent<DetailProps<R>>({
    what,
    load,
    otherwise: ({ controls }) => <Button onPress={controls.onClose}>Back to the list</Button>,
  })
  return {
    preload,
    // The key discards the state of the detail when another resource is opened.
    Detail: (props) => <Component key={props.controls.id} {...props} />,
  }
}
