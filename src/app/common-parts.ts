// Modules that nearly every page uses. As imports of this file, they become part of the first chunk, in which they
// compress better than in small chunks of their own.
import '../ui/badge'
import '../ui/focusable-selectors'
import '../ui/form/fields/toggle'
import '../ui/status'
import '../ui/tabs'
import '../ui/time-range/time-range'
import '../views/shared/list/list-page'
import '../views/shared/list/list-view'
import '../ui/page-link'
import '../views/shared/commands/command-menu'
import '../ui/lazy-component'
import '../views/shared/list/detail/use-detail'
