-- Ends a statement from within an expression, e.g. when an answer has become too large.
create function console.refuse_answer(message text, hint text) returns json language plpgsql volatile as $$
begin
  raise exception using errcode = 'program_limit_exceeded', message = message, hint = hint;
end
$$;
