import '../invitations.commands'
import '../people.commands'
