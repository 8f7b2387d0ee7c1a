/* global SwaggerUIBundle */
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  // By default, Swagger UI sends documents to a public validator.
  validatorUrl: null,
});
