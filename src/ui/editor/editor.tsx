import type { ComponentType } from 'react'
import { Button } from '../button'
import { Skeleton } from '../skeleton'
import { useAnnouncement } from '../hooks'
import css from './editor.module.css'
import type { EditorProps } from './props'
import { lazyComponent } from '../lazy-component'

const loadView = () => import('./editor-view')

/** @param load loads the code with the first editor */
export const createEditor = (load: () => Promise<{ default: ComponentType<EditorProps> }>) =>
  lazyComponent<EditorProps>({
    load,
    pending: (props) => <EditorFrame {...props} />,
    failed: (props, retry) => <EditorFrame {...props} retry={retry} />,
  })

/** A viewer and editor for YAML or JSON. */
export const Editor = createEditor(loadView)

const EditorFrame = ({ label, height, value, retry }: EditorProps & { retry?: () => void }) => (
  <div className={css.editor}>
    <p className={css.label}>{label}</p>
    <EditorPlaceholder label={label} height={height} text={value} retry={retry} />
  </div>
)

type PlaceholderProps = {
  label: string
  height: EditorProps['height']
  text: string
  /** Undefined while the editor loads. */
  retry: (() => void) | undefined
}

/** A placeholder with the height of the editor, so that the layout does not shift when it loads. */
export const EditorPlaceholder = ({ label, height = 'medium', text, retry }: PlaceholderProps) => (
  <div className={css.host} data-height={height}>
    {retry ? (
      <TextLoadError what={`The editor for ${label}`} retry={retry} text={text} />
    ) : (
      <Skeleton label={`Loading the editor for ${label}…`} as="text" lines={6} />
    )}
  </div>
)

/** The load error with a retry button, and the text itself, which can be read without the editor. */
export function TextLoadError({ what, retry, text }: { what: string; retry: () => void; text?: string }) {
  useAnnouncement(`${what} could not be loaded.`, { key: 'editor' })
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
