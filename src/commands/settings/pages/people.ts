import '../people.commands'
