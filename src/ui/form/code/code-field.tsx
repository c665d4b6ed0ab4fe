import { EditorPlaceholder } from '../../editor/editor'
import { tabHint } from '../../editor/tab-hint'
import { useLoaded } from '../../use-loaded'
import type { CodeKind } from '@/shared/forms/form-description'
import { UnparsedText } from './unparsed-text'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'

const loadView = () => import('./code-view')

export type CodeFieldProps = ControlledFieldProps<unknown> & CodeKind & { name?: string | undefined }

type Props = CodeFieldProps & { load?: () => Promise<Pick<typeof import('./code-view'), 'CodeView'>> }

/**
 * A form field for YAML or JSON. Its value changes when typing pauses, and is an `Unreadable` if the text cannot be
 * parsed. The editor is loaded when the first code field is shown.
 */
export function CodeField({ load = loadView, help, ...field }: Props) {
  const view = useLoaded(load)
  const hint = field.isReadOnly ? help : [help, tabHint].filter(Boolean).join(' ')
  if (view.is === 'ready') return <view.value.CodeView {...field} help={hint} />
  return (
    <FieldFrame {...field} help={hint}>
      {() => <EditorPlaceholder label={field.label} height={field.height} view={view} text={plain(field.value)} />}
    </FieldFrame>
  )
}

/** The text shown before the editor, which formats YAML, has loaded. JSON is valid YAML. */
function plain(value: unknown): string {
  if (value instanceof UnparsedText) return value.text
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value, null, 2)
}
