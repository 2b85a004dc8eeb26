// Packages in CommonJS that ask for Nest, which is ESM, find it loaded: Jest loads them before what is imported with
// them has run, Node after.
import '@nestjs/common';
import '@nestjs/core';
