-- Posts that were held as "could not be confirmed" before such posts had a detail of their own.
UPDATE "posts" SET "detail" = 'unconfirmed'
WHERE "status" = 'FAILED' AND "detail" IS NULL
  AND "error_details" LIKE 'It could not be confirmed whether Google has published this post.%';
