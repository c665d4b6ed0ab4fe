import type { ComponentType } from 'react'
import { EditorPlaceholder } from '../../editor/editor'
import { tabHint } from '../../editor/tab-hint'
import { lazyComponent } from '../../lazy-component'
import type { CodeKind } from '@/shared/forms/form-description'
import { UnparsedText } from './unparsed-text'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'

export type CodeFieldProps = ControlledFieldProps<unknown> & CodeKind & { name?: string | undefined }

const loadView = () => import('./code-view')

/** @param load loads the code with the first field */
export const createCodeField = (load: () => Promise<{ default: ComponentType<CodeFieldProps> }>) => {
  const Field = lazyComponent<CodeFieldProps>({
    load,
    pending: (props) => <WaitingField {...props} />,
    failed: (props, retry) => <WaitingField {...props} retry={retry} />,
  })
  return function CodeField({ help, ...field }: CodeFieldProps) {
    return <Field {...field} help={hasTabHint(field) ? [help, tabHint].filter(Boolean).join(' ') : help} />
  }
}

/** Whether Tab can indent: not in an expression, nor in a text that is only shown. */
const hasTabHint = ({ isReadOnly, language }: CodeFieldProps) => !isReadOnly && language !== 'cel'

/**
 * A form field for YAML, JSON or CEL. Its value changes when typing pauses, and is an `Unreadable` if the text cannot be
 * parsed. The editor is loaded when the first code field is shown.
 */
export const CodeField = createCodeField(loadView)

const WaitingField = ({ retry, ...field }: CodeFieldProps & { retry?: () => void }) => (
  <FieldFrame {...field}>
    {() => <EditorPlaceholder label={field.label} height={field.height} text={plain(field.value)} retry={retry} />}
  </FieldFrame>
)

/** The text shown before the editor, which formats YAML, has loaded. JSON is valid YAML. */
function plain(value: unknown): string {
  if (value instanceof UnparsedText) return value.text
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value, null, 2)
}
