import { useEffect } from 'react'
import { Button } from '../button'
import { Skeleton } from '../skeleton'
import { announce } from '../voice'
import css from './editor.module.css'
import type { EditorProps } from './props'
import { prefetchModule, useLoaded } from '../use-loaded'

const loadView = () => import('./editor-view')

/** For whoever shows a text in a moment: the editor comes while the text is still asked for. */
export const prefetchEditor = () => prefetchModule(loadView)

type Props = EditorProps & { load?: () => Promise<Pick<typeof import('./editor-view'), 'EditorView'>> }

/** YAML or JSON to be read or written. The editor itself is loaded when one is first shown. */
export function Editor({ load = loadView, ...props }: Props) {
  const view = useLoaded(load)
  if (view.is === 'ready') return <view.value.EditorView {...props} />
  return (
    <div className={css.editor}>
      <p className={css.label}>{props.label}</p>
      <Waiting label={props.label} height={props.height} view={view} text={props.value} />
    </div>
  )
}

type WaitingProps = {
  label: string
  height: EditorProps['height']
  view: { is: 'loading' | 'failed' | 'ready'; retry: () => void }
  text: string
}

/** A placeholder of the editor's height, so that nothing moves when it is loaded. */
export const Waiting = ({ label, height = 'medium', view, text }: WaitingProps) => (
  <div className={css.host} data-height={height}>
    {view.is === 'failed' ? (
      <NotLoaded what={`The editor for ${label}`} retry={view.retry} text={text} />
    ) : (
      <Skeleton label={`Loading the editor for ${label}…`} as="text" lines={6} />
    )}
  </div>
)

/** The error, a way to retry, and the text itself, which can be read without an editor. */
export function NotLoaded({ what, retry, text }: { what: string; retry: () => void; text?: string }) {
  useEffect(() => announce(`${what} could not be loaded.`, { key: 'editor' }), [what])
  return (
    <div className={css.failed}>
      <p>{what} could not be loaded.</p>
      <Button onPress={retry}>Try again</Button>
      {text && (
        // Scrolled by keys, so it takes focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={css.plain} role="group" aria-label="The text" tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  )
}
