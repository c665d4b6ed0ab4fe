-- Unreadable selectors are an error of a silence, too, and are tried again after they were changed.
drop trigger forget_error on notification_silences;
create trigger forget_error before update on notification_silences for each row
  when (old.filter is distinct from new.filter or old.selectors is distinct from new.selectors)
  execute function console.forget_error();
