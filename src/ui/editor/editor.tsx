import { useEffect } from 'react'
import { Button } from '../button'
import { Skeleton } from '../skeleton'
import { announce } from '../voice'
import css from './editor.module.css'
import type { EditorProps } from './props'
import { prefetchModule, useLoaded } from '../use-loaded'

const loadView = () => import('./editor-view')

/** Loads the editor in advance, for pages that are still requesting the text that they will show. */
export const prefetchEditor = () => prefetchModule(loadView)

type Props = EditorProps & { load?: () => Promise<Pick<typeof import('./editor-view'), 'EditorView'>> }

/** A viewer and editor for YAML or JSON. Its code is loaded when the first one is shown. */
export function Editor({ load = loadView, ...props }: Props) {
  const view = useLoaded(load)
  if (view.is === 'ready') return <view.value.EditorView {...props} />
  return (
    <div className={css.editor}>
      <p className={css.label}>{props.label}</p>
      <EditorPlaceholder label={props.label} height={props.height} view={view} text={props.value} />
    </div>
  )
}

type WaitingProps = {
  label: string
  height: EditorProps['height']
  view: { is: 'loading' | 'failed' | 'ready'; retry: () => void }
  text: string
}

/** A placeholder with the height of the editor, so that the layout does not shift when it loads. */
export const EditorPlaceholder = ({ label, height = 'medium', view, text }: WaitingProps) => (
  <div className={css.host} data-height={height}>
    {view.is === 'failed' ? (
      <TextLoadError what={`The editor for ${label}`} retry={view.retry} text={text} />
    ) : (
      <Skeleton label={`Loading the editor for ${label}…`} as="text" lines={6} />
    )}
  </div>
)

/** The load error with a retry button, and the text itself, which can be read without the editor. */
export function TextLoadError({ what, retry, text }: { what: string; retry: () => void; text?: string }) {
  useEffect(() => announce(`${what} could not be loaded.`, { key: 'editor' }), [what])
  return (
    <div className={css.failed}>
      <p>{what} could not be loaded.</p>
      <Button onPress={retry}>Try again</Button>
      {text && (
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={css.plain} role="group" aria-label="The text" tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  )
}
