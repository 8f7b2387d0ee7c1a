-- Up Migration

-- A text as it is searched: without case, accents and compatibility forms, like foldForSearch in packages/contracts.
CREATE FUNCTION fold_for_search(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- Most names have no letter beyond ASCII.
  SELECT CASE WHEN octet_length(given) = length(given) THEN lower(given) ELSE
           translate(
             replace(replace(replace(replace(
               lower(regexp_replace(normalize(given, NFKD),
                                    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
               'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
             'øłđðħŧı', 'olddhti')
         END
$$;
