import { type IntegrationKind } from '@/shared/pages/settings'
import { kindNoun } from '@/lib/kinds'
import { Skeleton } from '@/ui/skeleton'
import { useLoaded } from '@/ui/use-loaded'
import { LoadFailureNotice } from '@/ui/load-failure-notice'
import DocumentEditor from '../document-editor'
import type { DocumentPageEditing } from '../item-page'
import FieldsForm from './fields-form'
import { integrationDetailLoaders } from './types'

type Props = {
  kind: IntegrationKind
  /** One of the types of the kind; empty until one is chosen. */
  type: string
  onType: (type: string) => void
  onLeave: () => void
  onDone: () => Promise<void> | void
}

/** The form of a directly created integration, the same as on its own page. */
export default function Direct({ kind, ...rest }: Props) {
  const details = useLoaded(integrationDetailLoaders[kind])
  const what = `the form of the ${kindNoun(kind)}`
  if (details.is === 'loading') return <Skeleton label={`Loading ${what}…`} as="text" />
  if (details.is === 'failed') return <LoadFailureNotice what={what} onRetry={details.loadNow} />
  const { editing } = details.value
  if (editing?.page) return <DocumentEditor kind={kind} editing={editing as DocumentPageEditing} {...rest} />
  return editing && <FieldsForm kind={kind} editing={editing} onLeave={rest.onLeave} onDone={rest.onDone} />
}
