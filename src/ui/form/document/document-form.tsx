import { TextLoadError } from '../../editor/editor'
import { Skeleton } from '../../skeleton'
import { useLoaded } from '../../use-loaded'
import type { DocumentFormProps } from './props'

const loadView = () => import('./document-view')

type Props = DocumentFormProps & { load?: () => Promise<Pick<typeof import('./document-view'), 'DocumentView'>> }

/**
 * A text that is edited with fields or as code. The text is the source of truth: a field changes only the bytes of its
 * own value (docs/decisions/0046). The code is loaded when the first document form is shown.
 */
export function DocumentForm({ load = loadView, ...props }: Props) {
  const view = useLoaded(load)
  if (view.is === 'ready') return <view.value.DocumentView {...props} />
  return view.is === 'loading' ? (
    <Skeleton label={`Loading ${props.label}…`} as="text" lines={6} />
  ) : (
    <TextLoadError what={props.label} retry={view.retry} text={props.savedText} />
  )
}
